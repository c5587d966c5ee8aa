"""Sums of products by Polars, streaming: a lazy frame is never collected."""

from __future__ import annotations

import sys
from typing import Any

from ..rows.failures import reported
from ..rows.job import require
from .sums import LABEL, Sides, steps, sums
from .types import check_type


def lazy_sums(frame: Any, sides: Sides) -> list[Any]:
    """Rows of sums of a lazy frame."""
    with reported("the lazy frame cannot be collected", "polars"):
        return _sums(frame, sides)


def _sums(frame: Any, sides: Sides) -> list[Any]:
    polars = sys.modules["polars"]
    schema = frame.collect_schema()
    require(sides.job, schema.names(), "the lazy frame")
    chosen = []
    for new, name in sides.columns.items():
        column = polars.col(name)
        if new != LABEL:
            check_type(name, "double" if schema[name].is_numeric() else str(schema[name]))
            column = column.cast(polars.Float64)
        chosen.append(column.alias(new))
    single = (new for new, name in sides.columns.items() if schema[name] == polars.Float32)
    sides = sides._replace(single=frozenset(single))
    frame = frame.select(chosen)
    if sides.drop:
        frame = frame.drop_nulls().drop_nans()
    for texts in steps(sides):
        frame = frame.select(map(polars.sql_expr, texts))
    added = list(map(polars.sql_expr, sums(sides)))
    grouped = frame.group_by(sides.key).agg(added) if sides.key else frame.select(added)
    rows: list[Any] = grouped.collect(engine="streaming").rows()
    return rows
