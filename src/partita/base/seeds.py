"""The seed of random numbers: one integer, whatever was passed as `rng`."""

from __future__ import annotations

import sys
from os import urandom

from .checks import whole_from
from .errors import InputError
from .wording import show

_SHIFT = 11  # leaves 53 of 64 bits, which every reader of JSON keeps exactly


def seed_of(rng: object) -> int:
    """Return the integer seed for an `rng` as SciPy takes it.

    A generator draws the seed; None takes a fresh one. Results state the seed: pass it as `rng` to
    repeat them.

    >>> seed_of(7)
    7
    """
    if rng is None:
        return int.from_bytes(urandom(8)) >> _SHIFT
    random = sys.modules.get("numpy.random")  # if it is not loaded, there are no generators
    if random is not None:
        if isinstance(rng, random.SeedSequence):
            return int(rng.generate_state(1, "uint64")[0]) >> _SHIFT
        if isinstance(rng, random.BitGenerator):
            rng = random.Generator(rng)
        if isinstance(rng, random.Generator):
            return int(rng.integers(2**64 >> _SHIFT))
    try:
        found = whole_from("rng", rng, 0)
    except InputError:
        found = -1
    if not 0 <= found < 2**64:
        raise InputError(
            "rng must be an integer from 0 to 2**64 - 1, a NumPy Generator, BitGenerator or "
            f"SeedSequence, or None; got {show(rng)}"
        )
    return found
