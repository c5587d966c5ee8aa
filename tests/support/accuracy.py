"""The allowed error of each family: one unit in the last place, or a relative error of 1e-13."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from labelings import Matrix, relative_error, ulps
from looping import counted
from mpmath import mp, mpf
from oracle import ORACLE, Number, Table, Undefined, average_entropy, expected, mutual
from oracle_information import information_variance

from partita import Measure, UndefinedError

RELATIVE = 1e-13  # information and coding measures
ULPS = 1.0  # ratios of integers and their roots


class Distance(NamedTuple):
    """The error of a value and its allowed error, in the same unit."""

    value: float
    exact: Number
    unit: str  # "ulp", "relative", or "absolute"
    error: float
    allowed: float


def distance(measure: Measure, matrix: Matrix, options: dict[str, Any]) -> Distance | None:
    """Compare a measure with its definition on one table; None if both have no value."""
    table = counted(matrix)
    try:
        exact = ORACLE[measure.name](matrix, **options)
    except Undefined:
        with pytest.raises(UndefinedError):
            measure.of(table, **options)
        return None
    value = measure.of(table, **options)
    if measure.name in TOLERANCES:
        error, allowed = abs(mpf(value) - exact), TOLERANCES[measure.name](matrix, **options)
        return Distance(value, exact, "absolute", float(error), float(allowed))
    if measure.family in ("information", "coding") or "entropy" in options.values():
        return Distance(value, exact, "relative", relative_error(value, exact), RELATIVE)
    return Distance(value, exact, "ulp", ulps(value, exact), ULPS)


def assert_accurate(measure: Measure, matrix: Matrix, options: dict[str, Any]) -> None:
    """Check a measure against its definition on one table."""
    found = distance(measure, matrix, options)
    told = f"{measure.name}{options or ''}: {found} on {matrix}"
    assert found is None or found.error <= found.allowed, told


def adjusted_tolerance(matrix: Matrix, average: str) -> mpf:
    """The difference of two informations, each accurate to 1e-13, divided by its denominator."""
    table = Table.read(matrix)
    chance = expected(table)
    room = average_entropy(table, average) - chance
    tiny = mpf(10) ** -90
    return mpf(RELATIVE) * max(mutual(table), chance) / room if room > tiny else mpf(0)


def standardized_tolerance(matrix: Matrix) -> mpf:
    """The same divided by a deviation that is accurate to 1e-9."""
    table = Table.read(matrix)
    variance = information_variance(table)
    if variance < mpf(10) ** -80:
        return mpf(0)
    chance, found = expected(table), mutual(table)
    return (1e-9 * abs(found - chance) + RELATIVE * max(found, chance)) / mp.sqrt(variance)


TOLERANCES = {
    "adjusted_mutual_information": adjusted_tolerance,
    "standardized_mutual_information": standardized_tolerance,
}
