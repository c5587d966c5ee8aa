"""From what an engine brings home to tables: the same policies, whoever did the counting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...base.arithmetic import thread_count
from ...base.errors import InputError
from ...gpu import count as device_count
from ...gpu import on_device
from ...labels.alignment import check_order
from ...labels.containers import read
from ...labels.noise import SIDES, noise_groups
from ...labels.policies import Options, one_by_one, settle
from ...labels.records import Array, LabelPair, Mask, Reading, from_zero, listed
from ...labels.weights import Weights, check_total, read_weights
from ...table.contingency import Contingency, WeightedContingency, _tabulate
from .job import Job
from .weighted_parts import mass_part

if TYPE_CHECKING:
    from numpy.typing import NDArray

AnyTable: TypeAlias = Contingency | WeightedContingency
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


@dataclass(frozen=True, slots=True)
class Parsed:
    """Rows as they were read: both sides, weights and numbers of objects."""

    classes: Reading
    clusters: Reading
    weights: Array | None
    n: NDArray[np.int64] | None
    guessed: bool = False  # as in `labels.weights.Weights`

    def take(self, places: Any) -> Parsed:
        """Some of the rows, or some of them several times."""
        return Parsed(
            self.classes.take(places),
            self.clusters.take(places),
            None if self.weights is None else self.weights[places],
            None if self.n is None else self.n[places],
            self.guessed,
        )

    def settled(self, amounts: Array | None, options: Options) -> LabelPair:
        """Both sides after the policies, with these weights or numbers of objects."""
        pair = settle(self.classes, self.clusters, amounts, options)
        return pair._replace(guessed=self.guessed)


def tables(rows: Rows, job: Job) -> Tables:
    """Count the rows: one table, or one for each group by its name."""
    parsed = parse(rows, job.threads)
    if rows.group is None:
        return count(parsed, job.options, job.threads)
    units = read(rows.group, "groups")
    if units.missing is not None:
        raise InputError(
            "groups: some objects belong to no group, their entry is missing; "
            "fill it, or leave these objects out"
        )
    numbers = from_zero(units)
    refuse_missing(parsed, job.options)
    keep = kept(parsed, job.options)
    if keep is not None and keep.any():  # a group that is dropped as a whole has no table
        parsed, numbers = parsed.take(keep), numbers[keep]
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    found = {}
    names = listed(units.names)
    for places in np.split(order, starts[1:]):
        name = names[numbers[places[0]]]
        try:
            found[name] = count(parsed.take(places), job.options, job.threads)
        except InputError as error:
            raise InputError(f"group {name!r}: {error}") from error
    return found


def parse(rows: Rows, threads: int | None = None) -> Parsed:
    """Read both sides, the weights and the numbers of objects."""
    if on_device(rows.truth) and on_device(rows.prediction):
        found = device_count(rows.truth, rows.prediction, weights=rows.weights, group=rows.group)
        return Parsed(*found.readings, None, found.counts)
    workers = thread_count(threads)
    classes = read(rows.truth, "truth", workers)
    clusters = read(rows.prediction, "prediction", workers)
    if len(classes.codes) != len(clusters.codes):
        raise InputError(
            f"truth has {len(classes.codes)} labels and prediction {len(clusters.codes)}: "
            "pass one label for each object on both sides, in the same order"
        )
    n = None if rows.n is None else np.ascontiguousarray(rows.n, dtype=np.int64)
    weighed = Weights(None) if rows.weights is None else _weights(rows, len(classes.codes))
    return Parsed(classes, clusters, weighed.values, n, weighed.guessed)


def _weights(rows: Rows, size: int) -> Weights:
    try:
        return read_weights(rows.weights, size)
    except InputError as error:
        if rows.n is None:
            raise
        raise InputError(re.sub(r"^weights\[\d+\]", "one of the weights", str(error))) from error


def count(parsed: Parsed, options: Options, threads: int | None = None) -> AnyTable:
    """Apply the policies and count."""
    if parsed.n is None:
        return _tabulate(parsed.settled(parsed.weights, options), thread_count(threads))
    refuse_missing(parsed, options)
    places, n = one_by_one(parsed.classes, parsed.clusters, parsed.n, options)
    parsed = parsed if places is None else parsed.take(places)
    if parsed.weights is None or parsed.weights.dtype == np.int64:
        amounts = n if parsed.weights is None else _times(parsed.weights, n)
        return _tabulate(parsed.settled(amounts, options), 0)
    numbers = np.arange(1, len(n) + 1)  # from 1: weight 0 is no object
    pair = parsed.settled(numbers, options)
    kept = numbers - 1 if pair.weights is None else pair.weights - 1
    weights = parsed.weights[kept]
    check_total(weights)
    return mass_part(pair, weights, n[kept]).table(whole=False)


def kept(parsed: Parsed, options: Options) -> Mask | None:
    """Objects that stay, where policies drop some."""
    keep = np.ones(len(parsed.classes.codes), dtype=np.bool_)
    readings = (parsed.classes, parsed.clusters)
    drops = options.noise.given and options.noise_as == "drop"
    groups = noise_groups(readings, options.noise) if drops else (None, None)
    for reading, noise in zip(readings, groups, strict=True):
        if reading.missing is not None and options.missing == "drop":
            keep &= ~reading.missing
        if noise is not None:
            noisy = reading.codes == noise + reading.first
            keep &= ~noisy if reading.missing is None else ~noisy | reading.missing
    return None if keep.all() else keep


def refuse_missing(parsed: Parsed, options: Options) -> None:
    """Refuse missing labels where no policy was chosen, with the number of objects."""
    if options.missing != "error":
        return
    n = np.ones(len(parsed.classes.codes), np.int64) if parsed.n is None else parsed.n
    for side, reading in zip(SIDES, (parsed.classes, parsed.clusters), strict=True):
        if reading.missing is not None:
            gone = sum(n[reading.missing].tolist())
            raise InputError(
                f"{side} is missing for {gone} of {sum(n.tolist())} objects: pass "
                'missing="drop" to leave such objects out, "singletons" to give each a group of '
                'its own, "category" to make them one group'
            )


def _times(weights: Array, n: NDArray[np.int64]) -> NDArray[np.int64]:
    """Frequencies of rows: weight times objects, refused beyond int64."""
    most = int(weights.max(initial=0)) * int(n.max(initial=0))
    if most >= 2**63:
        raise InputError("weights add up to 2**63 or more: divide all by a common factor")
    return weights * n
