"""What "right" means for each family: one unit in the last place, or a relative error of 1e-13."""

from __future__ import annotations

from typing import Any

import pytest
from labelings import Matrix, relative_error, ulps
from mpmath import mp, mpf
from oracle import ORACLE, Table, Undefined, average_entropy, expected, mutual
from oracle_information import reduced

from partita import Contingency, Measure, UndefinedError

RELATIVE = 1e-13  # information and coding measures
ULPS = 1.0  # everything that is a ratio of whole numbers, or the root of one


def assert_accurate(measure: Measure, matrix: Matrix, options: dict[str, Any]) -> None:
    """Hold a measure to its definition on one table."""
    table = Contingency.from_matrix(matrix)
    try:
        exact = ORACLE[measure.name](matrix, **options)
    except Undefined:
        with pytest.raises(UndefinedError):
            measure.of(table, **options)
        return
    value = measure.of(table, **options)
    told = f"{measure.name}{options or ''} = {value!r}, exactly {exact}, on {matrix}"
    if measure.name == "adjusted_mutual_information":
        assert abs(mpf(value) - exact) <= adjusted_tolerance(matrix, **options), told
    elif "reduced" in measure.name:
        assert abs(mpf(value) - exact) <= reduced_tolerance(measure, matrix), told
    elif measure.family in ("information", "coding") or "entropy" in options.values():
        assert relative_error(value, exact) <= RELATIVE, told
    else:
        assert ulps(value, exact) <= ULPS, told


def adjusted_tolerance(matrix: Matrix, average: str) -> mpf:
    """A difference of two informations, each good to 1e-13, over its own denominator."""
    table = Table.read(matrix)
    chance = expected(table)
    room = average_entropy(table, average) - chance
    tiny = mpf(10) ** -90
    return mpf(RELATIVE) * max(mutual(table), chance) / room if room > tiny else mpf(0)


def reduced_tolerance(measure: Measure, matrix: Matrix) -> mpf:
    """A difference of logarithms of factorials, the largest of them n!, per object."""
    table = Table.read(matrix)
    error = mpf(RELATIVE) * (1 + mp.loggamma(mpf(table.n) + 1) / table.n)
    if not measure.name.startswith("normalized"):
        return error
    sides = [list(side.values()) for side in (table.a, table.b)]
    own = sum(reduced(sizes, sizes, sizes) for sizes in sides) / 2 / table.n
    return error / own if own > 0 else mpf(0)
