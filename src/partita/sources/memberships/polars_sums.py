"""Sums of products by Polars, whose streaming engine never loads the whole lazy frame."""

from __future__ import annotations

import sys
from typing import Any

from ..databases.dialects import quoted
from ..rows.failures import reported
from ..rows.job import require
from .sums import Sides, selected, steps, sums


def lazy_sums(frame: Any, sides: Sides) -> list[Any]:
    """Rows of sums of a lazy frame."""
    with reported("the lazy frame cannot be collected", "polars"):
        return _sums(frame, sides)


def _sums(frame: Any, sides: Sides) -> list[Any]:
    polars = sys.modules["polars"]
    schema = frame.collect_schema()
    require(sides.job, schema.names(), "the lazy frame")
    numbers = {polars.Float32: "float"}
    types = {
        name: numbers.get(kind, "double") if kind.is_numeric() else str(kind)
        for name, kind in schema.items()
    }
    sides, texts = selected(sides, types, quoted)
    frame = frame.select(map(polars.sql_expr, texts))
    if sides.drop:
        frame = frame.drop_nulls().drop_nans()
    for texts in steps(sides):
        frame = frame.select(map(polars.sql_expr, texts))
    added = list(map(polars.sql_expr, sums(sides)))
    grouped = frame.group_by(sides.key).agg(added) if sides.key else frame.select(added)
    rows: list[Any] = grouped.collect(engine="streaming").rows()
    return rows
