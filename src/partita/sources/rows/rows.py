"""From what an engine brings home to tables: the same policies, whoever did the counting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np

from ...base.arrays import Array
from ...base.checks import thread_count
from ...base.errors import InputError, about
from ...gpu import count as device_count
from ...gpu import on_device
from ...labels import Policies, Sides, read_sides
from ...labels.alignment import check_order
from ...labels.containers import read
from ...labels.noise import SIDES
from ...labels.policies import settle, spread, stay
from ...labels.records import from_zero, listed
from ...labels.weights import check_total
from ...table.contingency import AnyTable, count_pair
from .job import Job
from .weighted_parts import mass_part

Tables: TypeAlias = "AnyTable | dict[Any, AnyTable]"


@dataclass(frozen=True, slots=True)
class Rows:
    """Labels of objects, or of cells: row x stands for ``n[x]`` objects, for one without `n`.

    `truth`, `prediction`, `weights` and `group` are columns of any kind that labels may have.
    """

    truth: Any
    prediction: Any
    n: Any = None
    weights: Any = None
    group: Any = None

    def __post_init__(self) -> None:
        """Refuse columns whose indices say that row x is not the same object in all of them."""
        check_order(
            {
                "truth": self.truth,
                "prediction": self.prediction,
                "weights": self.weights,
                "groups": self.group,
            }
        )


def tables(rows: Rows, job: Job) -> Tables:
    """Count the rows: one table, or one for each group by its name."""
    sides = parse(rows, job.threads)
    if rows.group is None:
        return count(sides, job.policies, job.threads)
    units = read(rows.group, "groups")
    if units.missing is not None:
        raise InputError(
            "groups: some objects belong to no group, their entry is missing; "
            "fill it, or leave these objects out"
        )
    numbers = from_zero(units)
    refuse_missing(sides, job.policies)
    keep = stay(sides, job.policies)
    if keep is not None and keep.any():  # a group that is dropped as a whole has no table
        sides, numbers = sides.take(keep), numbers[keep]
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    found = {}
    names = listed(units.names)
    for places in np.split(order, starts[1:]):
        name = names[numbers[places[0]]]
        with about(f"group {name!r}"):
            found[name] = count(sides.take(places), job.policies, job.threads)
    return found


def parse(rows: Rows, threads: int | None = None) -> Sides:
    """Read both sides, the weights and the numbers of objects."""
    if on_device(rows.truth) and on_device(rows.prediction):
        found = device_count(rows.truth, rows.prediction, weights=rows.weights, group=rows.group)
        return found.sides
    workers = thread_count(threads)
    n = None if rows.n is None else np.ascontiguousarray(rows.n, dtype=np.int64)
    try:
        truth = read(rows.truth, "truth", workers)
        return read_sides(truth, rows.prediction, rows.weights, workers)._replace(n=n)
    except InputError as error:
        if n is None or not error.place:  # a row of the answer is none of the data
            raise
        raise InputError(error.finding, place="one of the weights") from error


def count(sides: Sides, policies: Policies, threads: int | None = None) -> AnyTable:
    """Apply the policies and count."""
    if sides.n is not None:
        refuse_missing(sides, policies)
        if sides.weights is not None and sides.weights.dtype != np.int64:
            return _masses(spread(sides, policies), policies)
    return count_pair(settle(sides, policies), thread_count(threads))


def _masses(sides: Sides, policies: Policies) -> AnyTable:
    """Add up importances of rows that stand for several objects each."""
    pair = settle(sides._replace(weights=None, n=None), policies)
    left = sides if pair.kept is None else sides.take(pair.kept)
    weights = cast("Array", left.weights)
    check_total(weights)
    return mass_part(pair, weights, left.n).table(whole=False)


def refuse_missing(sides: Sides, policies: Policies) -> None:
    """Refuse missing labels where no policy was chosen, with the number of objects."""
    if policies.missing != "error":
        return
    n = np.ones(len(sides.truth.codes), np.int64) if sides.n is None else sides.n
    for side, reading in zip(SIDES, sides[:2], strict=True):
        if reading.missing is not None:
            gone = sum(n[reading.missing].tolist())
            raise InputError(
                f"{side} is missing for {gone} of {sum(n.tolist())} objects: pass "
                'missing="drop" to leave such objects out, "singletons" to give each a group of '
                'its own, "category" to make them one group'
            )
