"""Where random numbers start: one whole number, whatever was passed for it."""

from __future__ import annotations

import sys
from os import urandom

from .checks import whole_from
from .errors import InputError

_SHIFT = 11  # of 64 bits; the other 53 stay the same in every reader of JSON


def seed_of(rng: object) -> int:
    """Return the whole number that random numbers start from; `rng` is what SciPy takes.

    A generator draws one, and None takes a fresh one. Results state it: passed as `rng`, it
    repeats them.

    >>> seed_of(7)
    7
    """
    if rng is None:
        return int.from_bytes(urandom(8)) >> _SHIFT
    random = sys.modules.get("numpy.random")  # without it there are no generators
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
            "rng must be a whole number from 0 to 2**64 - 1, a NumPy Generator, BitGenerator or "
            f"SeedSequence, or None; got {rng!r}"
        )
    return found
