"""Polars lazy frames: grouped and counted by the streaming engine, only cells are collected."""

from __future__ import annotations

import sys
from typing import Any

from .job import Job, require
from .rows import Rows


def lazy_rows(frame: Any, job: Job) -> dict[Any, Rows]:
    """Count every prediction in one go; the scan of the source is shared."""
    polars = sys.modules["polars"]
    require(job, frame.collect_schema().names(), "the lazy frame")
    plans = []
    for name in job.predictions:
        named = {"class": job.truth, "cluster": name}
        named |= {} if job.weights is None else {"weight": job.weights}
        named |= {} if job.grouped is None else {"grp": job.grouped}
        columns = [polars.col(column).alias(new) for new, column in named.items()]
        plans.append(frame.select(columns).group_by(list(named)).agg(polars.len().alias("n")))
    found = {}
    for name, cells in zip(job.predictions, _collected(polars, plans), strict=True):
        weights = None if job.weights is None else cells["weight"]
        group = None if job.grouped is None else cells["grp"]
        n = cells["n"].to_numpy()
        found[name] = Rows(cells["class"], cells["cluster"], n, weights, group)
    return found


def _collected(polars: Any, plans: list[Any]) -> list[Any]:
    if len(plans) == 1:
        return [plans[0].collect(engine="streaming")]
    collected: list[Any] = polars.collect_all(plans, engine="streaming")
    return collected
