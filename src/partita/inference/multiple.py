"""Multiple testing: p-values that are corrected for the number of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.checks import real
from ..base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..base.arrays import Floats


def holm(p_values: Iterable[float]) -> list[float]:
    """Return p-values that control the probability of any false positive (Holm 1979).

    Parameters
    ----------
    p_values
        One p-value for each test.

    Returns
    -------
    list of float
        The adjusted p-values, in the same order.

    Raises
    ------
    InputError
        If a p-value is not between 0 and 1.

    Examples
    --------
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
    """Return p-values that control the false discovery rate under any dependence (2001).

    Parameters
    ----------
    p_values
        One p-value for each test.

    Returns
    -------
    list of float
        The adjusted p-values, in the same order.

    Raises
    ------
    InputError
        If a p-value is not between 0 and 1.

    Examples
    --------
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


def step_down(evidence: Sequence[float], drawn: Callable[[int], Floats]) -> list[float]:
    """Return p-values that control the probability of any false positive, from joint draws.

    `evidence` is the |z| of each test, and ``drawn(k)`` is the |z| of test k on every draw under
    the null hypothesis. A test is compared with the largest |z| on each draw among itself and all
    tests with less evidence (Westfall and Young 1993; Romano and Wolf 2005). This accounts for the
    dependence of the tests, and p can fall to 1/(draws + 1) for any number of tests.

    >>> chance = [np.array([0.5, 1.5, 2.5]), np.array([2.0, 0.1, 0.3])]
    >>> step_down([2.2, 1.0], lambda k: chance[k])
    [0.5, 0.5]
    """
    alone = []
    largest: Floats = np.zeros(0)
    order = _ascending(evidence)
    for k in order:
        own = drawn(k)
        largest = np.maximum(largest, own) if len(largest) else own
        alone.append((1 + int((largest >= evidence[k]).sum())) / (1 + len(largest)))
    out, least = [0.0] * len(order), 0.0
    for k, p in zip(reversed(order), reversed(alone), strict=True):
        out[k] = least = max(least, p)
    return out


def at_floor(corrected: Sequence[float], floors: Sequence[bool]) -> list[bool]:
    """Mark the corrected p-values that are upper bounds: those of tests whose own p is one.

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
