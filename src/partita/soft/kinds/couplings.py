"""Couplings: how the possibilities of several objects join to that of a whole clustering.

Two couplings say where possibilities come from: levels that all objects share ("comonotone", the
minimum), or levels of each object ("independent", the product). The others are triangular norms
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import pairwise, product
from math import nan
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError
from ...base.wording import show

Coupling: TypeAlias = str | Callable[[float, float], float]

_ROUNDING = 1e-12  # a sum of possibilities this close to 1 is 1
_TOLERANCE = 1e-9
_MOST = 12  # possibilities at which a function is tried


def _lukasiewicz(a: Floats, b: Floats) -> Floats:
    found = a + b - 1
    return np.where(found > _ROUNDING, found, 0.0)


def _drastic(a: Floats, b: Floats) -> Floats:
    return np.where(a == 1, b, np.where(b == 1, a, 0.0))


_NORMS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "comonotone": np.minimum,
    "independent": np.multiply,
    "lukasiewicz": _lukasiewicz,
    "drastic": _drastic,
}


def has_masses(coupling: Coupling) -> bool:
    """Whether the coupling says how masses of objects combine, so that means are defined."""
    return coupling in ("comonotone", "independent")


def join(coupling: Coupling, a: Floats, b: Floats) -> Floats:
    """Return the joint possibility of each pair of possibilities."""
    if isinstance(coupling, str):
        return _NORMS[coupling](a, b)
    pairs, place = np.unique(np.column_stack((a, b)), axis=0, return_inverse=True)
    values = np.array([coupling(*pair) for pair in pairs.tolist()], dtype=np.float64)
    values[values <= _ROUNDING] = 0.0
    return np.asarray(values[place.ravel()])


def join_all(coupling: Coupling, degrees: Floats) -> float:
    """Return the joint possibility of several objects."""
    if coupling == "comonotone":
        return float(degrees.min())
    if coupling == "independent":
        return float(degrees.prod())
    return float(reduce(partial(join, coupling), degrees.reshape(-1, 1))[0])


def refuse_norm(side: Any) -> None:
    """Refuse possibilities joined by a t-norm alone, from which no masses of objects follow."""
    coupling = getattr(side, "coupling", None)
    if coupling is not None and not has_masses(coupling):
        raise InputError(
            f"coupling={show(coupling)} gives possibilities of whole clusterings, but no masses or "
            "sets of single objects: partita.law takes it if the other side has the same or is "
            'rough or hard; or pass coupling="comonotone" or "independent"'
        )


def check_coupling(coupling: Any, rows: Array) -> None:
    """Refuse an unknown name, and a function that is no t-norm on some possibilities of `rows`."""
    if isinstance(coupling, str) and coupling in _NORMS:
        return
    if not callable(coupling):
        names = ", ".join(map(repr, _NORMS))
        raise InputError(
            f"coupling must be one of {names}, or a function of two possibilities; "
            f"got {show(coupling)}"
        )
    found = np.unique(rows)
    tried = found[np.linspace(0, len(found) - 1, min(len(found), _MOST)).astype(int)]
    marks = sorted({0.0, 0.25, 0.5, 0.75, 1.0, *tried.tolist()})
    for broken in _broken_laws(coupling, marks):
        raise InputError(
            f"coupling is not a t-norm: {broken}; a t-norm is associative, does not depend on the "
            "order of its arguments, does not fall if one of them rises, and T(a, 1) = a"
        )


def _broken_laws(norm: Callable[[float, float], Any], marks: list[float]) -> Iterator[str]:
    """Yield what the laws of t-norms rule out, with numbers."""
    known: dict[tuple[float, float], float] = {}
    for a, b in product(marks, repeat=2):
        value = _called(norm, a, b)
        known[a, b] = float(value) if isinstance(value, Real) else nan
        if not 0 <= known[a, b] <= 1:
            yield f"T({a:g}, {b:g}) is {show(value)}, not a number from 0 to 1"
            return
    yield from _broken_pairs(known, marks)
    for a, b, c in product(marks, repeat=3):
        left, right = _called(norm, known[a, b], c), _called(norm, a, known[b, c])
        if not abs(left - right) <= _TOLERANCE:
            one, other = f"T(T({a:g}, {b:g}), {c:g})", f"T({a:g}, T({b:g}, {c:g}))"
            yield f"{one} is {left:g}, but {other} is {right:g}"


def _broken_pairs(known: dict[tuple[float, float], float], marks: list[float]) -> Iterator[str]:
    for a in marks:
        if abs(known[a, 1.0] - a) > _TOLERANCE:
            yield f"T({a:g}, 1) is {known[a, 1.0]:g}, not {a:g}"
    for (a, b), value in known.items():
        if abs(value - known[b, a]) > _TOLERANCE:
            yield f"T({a:g}, {b:g}) is {value:g}, but T({b:g}, {a:g}) is {known[b, a]:g}"
    for a, (b, c) in product(marks, pairwise(marks)):
        if known[a, b] > known[a, c] + _TOLERANCE:
            yield f"T({a:g}, {b:g}) is {known[a, b]:g}, above T({a:g}, {c:g}) = {known[a, c]:g}"


def _called(norm: Callable[[float, float], Any], a: float, b: float) -> Any:
    try:
        return norm(a, b)
    except Exception as error:
        raise InputError(
            f"coupling fails at T({a:g}, {b:g}): {error!r}; it must return a number from 0 to 1 "
            "for every two possibilities, 0 and 1 too"
        ) from error
