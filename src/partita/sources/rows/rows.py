"""From the rows of any engine to tables: the same policies, whichever engine did the counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np

from ...base.arrays import Array
from ...base.checks import thread_count
from ...base.errors import InputError, about
from ...gpu import count as device_count
from ...gpu import on_device
from ...labels import Labeling, Policies, Sides, read_sides
from ...labels.alignment import check_order
from ...labels.containers import read
from ...labels.noise import SIDES
from ...labels.policies import settle, spread_rows, stay
from ...labels.records import from_zero, python_names
from ...labels.weights import check_total
from ...table.contingency import AnyTable, count_pair
from .job import Job
from .weighted_parts import weighted_part

Tables: TypeAlias = "AnyTable | dict[Any, AnyTable]"


@dataclass(frozen=True, slots=True)
class Rows:
    """Labels of objects, or of cells: row x stands for ``n[x]`` objects, for one without `n`.

    `truth`, `prediction`, `weights` and `group` are columns of any type that labels may have.
    """

    truth: Any
    prediction: Any
    n: Any = None
    weights: Any = None
    group: Any = None

    def __post_init__(self) -> None:
        """Refuse columns whose indices disagree about which object row x is."""
        sides = {"truth": self.truth, "prediction": self.prediction}
        check_order({**sides, "weights": self.weights, "groups": self.group})


def tables(rows: Rows, job: Job) -> Tables:
    """Count the rows: one table, or one for each group by its name."""
    sides = parse(rows, job.threads)
    if rows.group is None:
        return count(sides, job.policies, job.threads)
    refuse_missing(sides, job.policies)
    found = {}
    for name, part in by_group(sides, rows.group):
        keep = stay(part, job.policies)
        if keep is None or keep.any():  # a group that is dropped as a whole has no table
            with about(f"group {name!r}"):
                found[name] = count(part, job.policies, job.threads)
    return found or count(sides, job.policies, job.threads)  # which refuses to count nothing


def by_group(sides: Sides, groups: Any) -> Iterator[tuple[Any, Sides]]:
    """The rows of each group, with its name."""
    units = read_groups(groups, len(sides.truth.codes))
    numbers, names = from_zero(units), python_names(units.names)
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    for rows in np.split(order, starts[1:]):
        yield names[numbers[rows[0]]], sides.take(rows)


def read_groups(groups: Any, objects: int) -> Labeling:
    """Read the group of each object; none may be missing."""
    units = read(groups, "groups")
    if units.missing is not None:
        raise InputError("groups is missing for some objects: fill it, or leave these objects out")
    if len(units.codes) != objects:
        raise InputError(
            f"truth has {objects} labels and groups {len(units.codes)}: pass one group for each "
            "object"
        )
    return Labeling(units.codes, units.first, units.names)


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
        if n is None or not error.place:  # a row of cells is not a row of the user's data
            raise
        raise InputError(error.finding, place="one of the weights") from error


def count(sides: Sides, policies: Policies, threads: int | None = None) -> AnyTable:
    """Apply the policies and count."""
    if sides.n is not None:
        refuse_missing(sides, policies)
        if sides.weights is not None and sides.weights.dtype != np.int64:
            return _weighted(spread_rows(sides, policies), policies)
    return count_pair(settle(sides, policies), thread_count(threads))


def _weighted(sides: Sides, policies: Policies) -> AnyTable:
    """Add up the weights of rows that each stand for several objects of one weight."""
    pair = settle(sides._replace(weights=None, n=None), policies)
    kept = sides if pair.kept is None else sides.take(pair.kept)
    weights = cast("Array", kept.weights)
    check_total(weights)
    return weighted_part(pair, weights, kept.n).table(whole=False)


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
