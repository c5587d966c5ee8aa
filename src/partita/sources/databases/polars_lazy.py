"""Polars lazy frames: grouped and counted by the streaming engine, only cells are collected."""

from __future__ import annotations

import sys
from typing import Any

from ..rows.failures import reported
from ..rows.job import Job, require
from ..rows.rows import Rows
from .pushdown import Left, left_out, refuse_none_left


def lazy_rows(frame: Any, job: Job) -> dict[Any, Rows]:
    """Count every prediction in one go; the scan of the source is shared."""
    with reported("the lazy frame cannot be collected", "polars"):
        return _rows(frame, job)


def _rows(frame: Any, job: Job) -> dict[Any, Rows]:
    polars = sys.modules["polars"]
    schema = frame.collect_schema()
    require(job, schema.names(), "the lazy frame")
    names = (job.truth, *job.predictions)
    left = left_out(job.policies, [_kind(polars, schema[name]) for name in names])
    plans = []
    for name, one in zip(job.predictions, left[1:], strict=True):
        named = {"class": job.truth, "cluster": name}
        named |= {} if job.weights is None else {"weight": job.weights}
        named |= {} if job.groups is None else {"grp": job.groups}
        columns = [polars.col(column).alias(new) for new, column in named.items()]
        chosen = frame.select(columns)
        for side, drop in (("class", left[0]), ("cluster", one)):
            chosen = _without(polars, chosen, side, drop)
        plans.append(chosen.group_by(list(named)).agg(polars.len().alias("n")))
    found = {}
    for name, cells in zip(job.predictions, _collected(polars, plans), strict=True):
        refuse_none_left(len(cells), job.policies)
        weights = None if job.weights is None else cells["weight"]
        group = None if job.groups is None else cells["grp"]
        n = cells["n"].to_numpy()
        found[name] = Rows(cells["class"], cells["cluster"], n, weights, group)
    return found


def _without(polars: Any, frame: Any, side: str, left: Left) -> Any:
    """The frame without the objects that are dropped."""
    column = polars.col(side)
    if left.missing:
        frame = frame.filter(column.is_not_null())
    if left.noise is not None:
        frame = frame.filter(column.ne_missing(polars.lit(left.noise)))
    return frame


def _kind(polars: Any, kind: Any) -> type | None:
    return str if kind == polars.String else int if kind.is_integer() else None


def _collected(polars: Any, plans: list[Any]) -> list[Any]:
    if len(plans) == 1:
        return [plans[0].collect(engine="streaming")]
    collected: list[Any] = polars.collect_all(plans, engine="streaming")
    return collected
