"""Polars lazy frames: grouped and counted by the streaming engine, which collects only cells."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from ..rows.failures import reported
from ..rows.job import Job, require
from ..rows.rows import Rows
from .cursor import cell_columns, named_rows
from .pushdown import Filter, filters, refuse_none_left


def lazy_rows(frame: Any, job: Job) -> dict[Any, Rows]:
    """Count every prediction in one run, which scans the source once."""
    with reported("the lazy frame cannot be collected", "polars"):
        return _rows(frame, job)


def _rows(frame: Any, job: Job) -> dict[Any, Rows]:
    polars = sys.modules["polars"]
    schema = frame.collect_schema()
    require(job, schema.names(), "the lazy frame")
    names = (job.truth, *job.predictions)
    truth, *others = filters(job.policies, [_kind(polars, schema[name]) for name in names])
    own = dict(zip(job.predictions, others, strict=True))
    jobs = [job] if job.joint else [replace(job, predictions=(name,)) for name in job.predictions]
    plans = [
        _plan(polars, frame, one, [truth, *(own[name] for name in one.predictions)]) for one in jobs
    ]
    found: dict[Any, Rows] = {}
    for one, cells in zip(jobs, _collected(polars, plans), strict=True):
        refuse_none_left(len(cells), job.policies)
        found |= named_rows({**cells.to_dict(), "n": cells["n"].to_numpy()}, one)
    return found


def _plan(polars: Any, frame: Any, job: Job, sides: list[Filter]) -> Any:
    """The cells of the predictions together, without the objects that any side drops."""
    shared, clusters = cell_columns(job)
    named = {**shared, **clusters}
    frame = frame.select([polars.col(column).alias(name) for name, column in named.items()])
    for side, own in zip(("class", *clusters), sides, strict=True):
        column = polars.col(side)
        if own.missing:
            frame = frame.filter(column.is_not_null())
        if own.noise is not None:
            frame = frame.filter(column.ne_missing(polars.lit(own.noise)))
    return frame.group_by(list(named)).agg(polars.len().cast(polars.Int64).alias("n"))


def _kind(polars: Any, kind: Any) -> type | None:
    return str if kind == polars.String else int if kind.is_integer() else None


def _collected(polars: Any, plans: list[Any]) -> list[Any]:
    if len(plans) == 1:
        return [plans[0].collect(engine="streaming")]
    collected: list[Any] = polars.collect_all(plans, engine="streaming")
    return collected
