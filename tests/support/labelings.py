"""Labelings and tables for property tests, and different ways to write the same pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import e, inf, ulp
from typing import Any

from hypothesis import strategies as st
from mpmath import mpf
from oracle import Number, real

import partita

Labels = list[int]
Matrix = list[list[int]]

# Values for every option of a measure; AMI is not defined for the joint entropy.
OPTION_VALUES: dict[str, list[Any]] = {
    "beta": [0.0, 0.5, 1.0, 2.0, inf],
    "base": [None, 2.0, 10.0, e],
    "average": ["arithmetic", "geometric", "min", "max", "joint"],
    "normalize": ["n-1", "n", "count"],
    "alpha": [0.5, 0.0, 1.0],
    "tversky.alpha": [1.0, 0.0, 0.5],
    "tversky.beta": [1.0, 0.5],
    "mean": ["arithmetic", "harmonic"],
    "weighting": ["macro", "micro", "combined"],
    "split": ["count", "product", "entropy"],
    "merge": ["count", "product", "entropy"],
    "q_measure.beta": [1.0, 0.5, 2.0],
    "reduced_mutual_information.base": [None, 2.0],
}
NOT_OFFERED = {("adjusted_mutual_information", "joint")}


def variants(measure: Any) -> list[dict[str, Any]]:
    """All combinations of options for a measure, the defaults first."""
    names = list(measure.options)
    columns = [
        OPTION_VALUES.get(f"{measure.name}.{name}")
        or OPTION_VALUES.get(name, [measure.options[name]])
        for name in names
    ]
    settings = [dict(zip(names, values, strict=True)) for values in product(*columns)]
    allowed = [s for s in settings if not any((measure.name, v) in NOT_OFFERED for v in s.values())]
    return sorted(allowed, key=lambda setting: setting != dict(measure.options))


def scores(table: Any) -> dict[Any, float | None]:
    """Every measure with every option on one table; None if there is no value."""
    found: dict[Any, float | None] = {}
    for measure in partita.MEASURES.values():
        for options in variants(measure):
            try:
                found[measure.name, *options.values()] = measure.of(table, **options)
            except partita.UndefinedError:
                found[measure.name, *options.values()] = None
    return found


# --- strategies -----------------------------------------------------------------------------------


@st.composite
def labelings(draw: st.DrawFn, most: int = 12, groups: int = 5) -> tuple[Labels, Labels]:
    """Two labelings of 1 to `most` objects with at most `groups` groups each."""
    n = draw(st.integers(1, most))
    sides = [st.integers(0, draw(st.integers(1, groups)) - 1) for _ in range(2)]
    truth, prediction = (draw(st.lists(side, min_size=n, max_size=n)) for side in sides)
    return truth, prediction


@st.composite
def tables(draw: st.DrawFn, most: int = 9, groups: int = 5, least: int = 0) -> Matrix:
    """Up to `groups` classes and clusters, cells up to `most`, without empty rows or columns."""
    rows, columns = draw(st.integers(1, groups)), draw(st.integers(1, groups))
    cell = st.integers(least, most)
    cells = draw(st.lists(cell, min_size=rows * columns, max_size=rows * columns))
    matrix = without_empty([cells[i * columns : (i + 1) * columns] for i in range(rows)])
    return matrix or [[1]]


@st.composite
def wide_tables(draw: st.DrawFn, groups: int = 4) -> Matrix:
    """Cells of every magnitude from 0 to 2^62, so that one table may mix 1 and 10^18."""
    rows, columns = draw(st.integers(1, groups)), draw(st.integers(1, groups))
    cell = st.one_of(
        st.just(0), st.integers(0, 3), st.integers(0, 62).flatmap(lambda k: st.integers(0, 2**k))
    )
    return without_empty([[draw(cell) for _ in range(columns)] for _ in range(rows)]) or [[2**62]]


@st.composite
def independent_tables(draw: st.DrawFn, most: int = 5, groups: int = 4) -> Matrix:
    """Outer products of two margins with at least two groups each."""
    side = st.lists(st.integers(1, most), min_size=2, max_size=groups)
    classes, clusters = draw(side), draw(side)
    return [[a * b for b in clusters] for a in classes]


@st.composite
def refinements(draw: st.DrawFn) -> list[list[int]]:
    """The pieces of several groups: P has a group per list, P' a group per item."""
    pieces = st.lists(st.integers(1, 6), min_size=1, max_size=4)
    return draw(st.lists(pieces, min_size=2, max_size=4))


# --- the same pair, written differently -----------------------------------------------------------


def without_empty(matrix: Matrix) -> Matrix:
    rows = [row for row in matrix if any(row)]
    keep = [j for j in range(len(rows[0]) if rows else 0) if any(row[j] for row in rows)]
    return [[row[j] for j in keep] for row in rows]


def transposed(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def scaled(matrix: Matrix, factor: int) -> Matrix:
    return [[factor * m for m in row] for row in matrix]


def shuffled(matrix: Matrix, rows: Sequence[int], columns: Sequence[int]) -> Matrix:
    return [[matrix[i][j] for j in columns] for i in rows]


def renamed(labels: Sequence[Any]) -> list[str]:
    """Other names in another order: the first label is last in the alphabet."""
    names: dict[Any, str] = {}
    for label in labels:
        names.setdefault(label, f"group {999 - len(names)}")
    return [names[label] for label in labels]


def labels_of(matrix: Matrix) -> tuple[Labels, Labels]:
    objects = [(i, j) for i, row in enumerate(matrix) for j, m in enumerate(row) for _ in range(m)]
    return [i for i, _ in objects], [j for _, j in objects]


def table_of(truth: Sequence[Any], prediction: Sequence[Any]) -> dict[tuple[Any, Any], int]:
    cells: dict[tuple[Any, Any], int] = {}
    for pair in zip(truth, prediction, strict=True):
        cells[pair] = cells.get(pair, 0) + 1
    return cells


def block_diagonal(blocks: Sequence[Sequence[int]]) -> Matrix:
    """One class per list, with its pieces as clusters."""
    width = sum(map(len, blocks))
    rows, start = [], 0
    for pieces in blocks:
        rows.append([0] * start + list(pieces) + [0] * (width - start - len(pieces)))
        start += len(pieces)
    return rows


# --- distances between floats ---------------------------------------------------------------------


def ulps(value: float, exact: Number | int) -> float:
    """Distance of a float from the exact number, in units of the last place of the exact number."""
    reference = real(exact)
    return float(abs(mpf(value) - reference) / mpf(ulp(float(reference))))


def relative_error(value: float, exact: Number | int) -> float:
    reference = real(exact)
    return float(abs(mpf(value) - reference) / abs(reference)) if reference else abs(value)
