"""Weights of the objects: integers are frequencies, fractions are importances.

Integers count objects. Floats may be either: they count if all of them are integral. This guess is
kept with the weights, so that results can report it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ..base.arrays import Array, Mask
from ..base.errors import InputError
from ..base.wording import article, show
from .arrays import at_most_double
from .containers import as_array
from .names import is_missing_type

_LARGEST = 2**63 - 1
_EXACT = 2**53  # integers up to here are floats without loss
_TOO_LARGE = "beyond 2**63 - 1: divide all weights by a common factor"
_TOO_MANY = f"{_TOO_LARGE}, or count importances with WeightedContingency.from_labels"
_SMALLEST, _GREATEST = 2.0**-400, 2.0**400  # their squares and sums of squares stay floats
_TOO_FINE = (
    "outside 2**-400 to 2**400: multiply or divide all weights by a common factor, "
    "or make it 0 to leave the object out"
)
_MISSING = "missing: fill it or leave the object out"


class Weights(NamedTuple):
    """One weight per object: int64 frequencies or float64 importances.

    `guessed` means that the values decided which of the two they are, and that it matters.
    """

    values: Array | None
    guessed: bool = False


def read_weights(weights: object, objects: int) -> Weights:
    """Read frequencies if every weight is integral, else importances."""
    values = _checked(weights, objects)
    if values.dtype.kind != "f":
        return Weights(_frequencies(values))
    if not (values == np.floor(values)).all():
        return Weights(_importances(values), guessed=True)
    _refuse_where(values >= 2.0**63, values, _TOO_MANY)
    # Frequencies and importances are the same if no weight is above 1.
    return Weights(_packed(values, np.int64), guessed=bool((values > 1).any()))


def read_importances(weights: object, objects: int) -> Weights:
    """Read importances, even if every weight is integral."""
    return Weights(_importances(_checked(weights, objects)))


def _checked(weights: object, objects: int) -> Array:
    """Return the weights as an array: a finite number, zero or more, for each object."""
    values = _numbers(weights)
    if len(values) != objects:
        raise InputError(
            f"weights has {len(values)} entries for {objects} objects: pass one weight per object"
        )
    if values.dtype.kind == "f":
        values = values.astype(np.float64, copy=False)
        _refuse_where(np.isnan(values), values, _MISSING)
        _refuse_where(np.isinf(values), values, "infinite: weights must be finite")
    _refuse_where(values < 0, values, "negative: weights must be zero or more")
    return values


def check_total(weights: Array) -> None:
    """Refuse weights that leave nothing to compare."""
    if not weights.any():
        raise InputError("weights are all zero: give at least one object a positive weight")


def _frequencies(values: Array) -> Array:
    if values.dtype == np.uint64:
        _refuse_where(values > _LARGEST, values, _TOO_LARGE)
    return _packed(values, np.int64)


def _importances(values: Array) -> Array:
    values = _packed(values, np.float64)
    wide = (values < _SMALLEST) | (values > _GREATEST)
    _refuse_where(wide & (values != 0), values, _TOO_FINE)
    if len(values) and float(values.max()) * len(values) > _GREATEST:  # the sum may be too large
        check_sum(fsum(values.tolist()))
    return values


def check_sum(total: float) -> None:
    """Refuse weights whose sum is beyond the range in which measures are computed."""
    if total > _GREATEST:
        raise InputError("weights add up to more than 2**400: divide all by a common factor")


def _packed(values: Array, dtype: type[np.generic]) -> Array:
    """Return the values contiguous in memory, as the kernel takes them; a copy only if needed."""
    return np.require(values, dtype, ["C", "A"])


def _numbers(weights: object) -> Array:
    """Return the weights as a one-dimensional array of native numbers."""
    if isinstance(weights, Sequence) and not isinstance(
        weights, str | bytes | bytearray | memoryview
    ):
        return _from_values(weights)
    values = weights if isinstance(weights, np.ndarray) else as_array(weights, "weights")
    if values is None:
        raise InputError(
            f"weights is {article(type(weights).__name__)}, not a sequence of numbers: "
            "pass a list or an array with one weight per object"
        )
    if values.ndim != 1:
        raise InputError(
            f"weights is {article(f'{values.ndim}-d array of shape {values.shape}')}, but weights "
            "are one-dimensional: pass one weight per object"
        )
    if isinstance(values, np.ma.MaskedArray):
        gone = np.ma.getmaskarray(values)
        if gone.any():
            raise InputError(f"is masked, {_MISSING}", place=f"weights[{int(gone.argmax())}]")
    return _from_array(np.asarray(values))


def _from_array(values: Array) -> Array:
    kind = values.dtype.kind
    if kind == "O":
        return _from_values(values.tolist())
    if kind == "b":
        _refuse_bools("bool")
    if kind not in "iuf":
        raise InputError(
            f"weights is an array of {values.dtype}, not of numbers: convert it with .astype(float)"
        )
    values = at_most_double(values, "weights")
    return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))


def _from_values(values: Sequence[Any]) -> Array:
    """Turn Python numbers into an array, after a check of their types."""
    for kind in set(map(type, values)):
        if not issubclass(kind, int | float | np.integer | np.floating) or issubclass(kind, bool):
            at = next(x for x, value in enumerate(values) if type(value) is kind)
            _refuse_value(at, values[at])
    if any(isinstance(value, float | np.floating) for value in values):
        for at, value in enumerate(values):
            if isinstance(value, int | np.integer) and abs(int(value)) > _EXACT:
                raise InputError(
                    f"is {show(value)}, an integer beyond 2**53 among floats: pass all weights as "
                    "integers, or divide them by a common factor",
                    place=f"weights[{at}]",
                )
        return at_most_double(np.array(values), "weights")
    for at, value in enumerate(values):
        if abs(int(value)) > _LARGEST:
            raise InputError(f"is {show(value)}, {_TOO_LARGE}", place=f"weights[{at}]")
    return np.array(values, dtype=np.int64)


def _refuse_value(at: int, value: object) -> NoReturn:
    if isinstance(value, bool | np.bool_):
        _refuse_bools(f"bool (weights[{at}] is {value})")
    remedy = (
        _MISSING
        if is_missing_type(type(value))
        else f"{article(type(value).__name__)}: convert it with float(...)"
    )
    raise InputError(f"is {show(value)}, {remedy}", place=f"weights[{at}]")


def _refuse_bools(what: str) -> NoReturn:
    raise InputError(
        f"weights are {what}, which may mean a mask: select the objects with it, "
        "e.g. truth[mask], or pass mask.astype(int)"
    )


def _refuse_where(wrong: Mask, values: Array, problem: str) -> None:
    if wrong.any():
        at = int(wrong.argmax())
        raise InputError(f"is {show(values[at].item())}, {problem}", place=f"weights[{at}]")
