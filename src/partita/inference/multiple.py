"""Many tests at once: p-values that account for how many were made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..arithmetic import real
from ..errors import InputError


def holm(p_values: Iterable[float]) -> list[float]:
    """Return p-values that control the chance of any false finding (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    given = _checked(p_values)
    out, least = [0.0] * len(given), 0.0
    for rank, k in enumerate(_ascending(given)):
        least = max(least, min(1.0, (len(given) - rank) * given[k]))
        out[k] = least
    return out


def benjamini_yekutieli(p_values: Iterable[float]) -> list[float]:
    """Return p-values that control the share of false findings under any dependence (2001).

    >>> [round(p, 4) for p in benjamini_yekutieli([0.01, 0.04, 0.03])]
    [0.055, 0.0733, 0.0733]
    """
    given = _checked(p_values)
    size = len(given)
    harmonic = sum(1 / k for k in range(1, size + 1))
    out, most = [0.0] * size, 1.0
    for rank, k in reversed(list(enumerate(_ascending(given), start=1))):
        most = min(most, harmonic * size / rank * given[k])
        out[k] = most
    return out


def at_floor(corrected: Sequence[float], floors: Sequence[bool]) -> list[bool]:
    """Tell which corrected p-values are upper bounds, as that of a test whose own p is one.

    >>> at_floor([0.015, 0.015, 0.02], [True, False, False])
    [True, True, False]
    """
    bounds = {p for p, floor in zip(corrected, floors, strict=True) if floor}
    return [p in bounds for p in corrected]


def _ascending(values: Sequence[float]) -> list[int]:
    return sorted(range(len(values)), key=values.__getitem__)


def _checked(p_values: Iterable[float]) -> list[float]:
    out = []
    for k, value in enumerate(p_values):
        number = real(value)
        if number is None or not 0 <= number <= 1:
            raise InputError(f"p_values[{k}] must be a number from 0 to 1; got {value!r}")
        out.append(number)
    return out
