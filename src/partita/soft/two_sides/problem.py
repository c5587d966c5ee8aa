"""Two clusterings reduced to what every algorithm needs: a fixed table and groups of choices.

There are two reductions: against a hard side a group is a class and one row, which the margin
program takes; two soft sides need a pair of rows. `ends.grid` lists cells instead, for programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ...base.arrays import Array, Floats
from ...base.errors import InputError
from ...labels.alignment import check_order
from ..kinds.base import Soft
from ..kinds.clusterings import Evidential, Fuzzy, Rough
from ..kinds.conversions import hard_codes
from ..kinds.grouping import crossed

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Groups:
    """Objects in groups: `order` lists the uncertain ones group after group."""

    base: Ints
    group_size: Ints
    order: Ints

    @property
    def objects(self) -> int:
        """Number of objects."""
        return int(self.base.sum() + self.group_size.sum())

    @property
    def uncertain(self) -> int:
        """Number of objects that leave a choice."""
        return int(self.group_size.sum())

    @cached_property
    def members(self) -> tuple[Ints, ...]:
        """The objects of each group."""
        ends = np.cumsum(self.group_size).tolist()
        return tuple(self.order[i:j] for i, j in zip([0, *ends], ends, strict=False))


@dataclass(frozen=True, eq=False)
class HardSoft(_Groups):
    """A hard side, whose classes are the rows, and a soft side, whose clusters are the columns.

    Attributes
    ----------
    base : ndarray of int64, (classes, clusters)
        Table of the objects that are certain.
    group_class, group_options, group_size : ndarray
        Uncertain objects of the same class and with the same row form a group: its class, its row
        (probabilities, possibilities, or 0 and 1), and how many objects it has.
    swapped : bool
        Whether the truth is the soft side, so that measures read the transposed table.
    certain_objects, certain_codes : ndarray of int64
        The certain objects and their clusters.
    class_names, cluster_names : ndarray
        What the rows and the columns are called.
    """

    group_class: npt.NDArray[np.int32]
    group_options: Floats
    swapped: bool
    certain_objects: Ints
    certain_codes: Ints
    class_names: Array
    cluster_names: Array

    @property
    def classes(self) -> int:
        """Number of classes of the hard side."""
        return len(self.base)

    @property
    def clusters(self) -> int:
        """Number of clusters of the soft side."""
        return int(self.base.shape[1])

    @classmethod
    def of(cls, truth: Any, prediction: Any) -> HardSoft:
        """Read two clusterings of which at least one is hard."""
        check_order({"truth": truth, "prediction": prediction})
        hard = hard_codes(truth, "truth")
        swapped = hard is None
        if hard is None:
            hard, soft = hard_codes(prediction, "prediction"), truth
        else:
            soft = prediction if isinstance(prediction, Soft) else Fuzzy.from_labels(prediction)
        if hard is None:
            raise InputError(
                "truth and prediction are both soft: this needs one hard side; "
                "make one hard, e.g. with partita.soft.maximum_membership"
            )
        return _hard_soft(*hard, _options_given(soft), swapped=swapped)

    def labeling(self, flows: npt.ArrayLike) -> Ints:
        """Return the cluster of each object when `flows[g, j]` objects of group g go to j."""
        counts = np.asarray(flows, dtype=np.int64)
        if not np.array_equal(counts.sum(axis=1), self.group_size):
            raise InputError("flows must send every object of each group to one cluster")
        codes = np.empty(self.objects, dtype=np.int64)
        codes[self.certain_objects] = self.certain_codes
        choice = np.tile(np.arange(self.clusters), len(counts))
        codes[self.order] = np.repeat(choice, counts.ravel())
        return codes


def _hard_soft(classes: Ints, names: Array, soft: Soft, *, swapped: bool) -> HardSoft:
    check_same_objects(classes, soft)
    certain = soft.certain
    sure = np.flatnonzero(certain)
    codes = soft.possible.argmax(axis=1)[soft.index[sure]].astype(np.int64)
    base = np.bincount(classes[sure] * soft.k + codes, minlength=len(names) * soft.k)
    unsure = np.flatnonzero(~certain)
    group_class, row, size, order = _group(classes[unsure], soft.index[unsure], unsure)
    return HardSoft(
        base=base.reshape(len(names), soft.k).astype(np.int64),
        group_class=group_class.astype(np.int32),
        group_options=soft.rows[row].astype(np.float64),
        group_size=size,
        order=order,
        swapped=swapped,
        certain_objects=sure,
        certain_codes=codes,
        class_names=names,
        cluster_names=soft.clusters,
    )


def _group(first: Array, second: Array, objects: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    if not len(objects):
        none = np.empty(0, dtype=np.int64)
        return none, none, none, none
    groups = crossed(first, second)
    order = objects[np.argsort(groups.index, kind="stable")]
    return groups.first, groups.second, groups.size.astype(np.int64), order


def _options_given(soft: Soft) -> Soft:
    if isinstance(soft, Evidential) and soft.is_hard:
        return Rough._make(rows=soft.possible, index=soft.index, clusters=soft.clusters)
    if isinstance(soft, Evidential):
        raise InputError(
            f"{soft!r} gives masses to sets, not to clusters: draw or choose a rough clustering, "
            "e.g. with partita.soft.maximal_mass, or a fuzzy one with partita.soft.pignistic"
        )
    return soft


def check_same_objects(one: Any, other: Any) -> None:
    """Refuse two sides of different length, or whose indices differ."""
    if len(one) != len(other):
        raise InputError(
            f"one side has {len(one)} objects and the other {len(other)}: "
            "describe the same objects on both sides, in the same order"
        )
    check_order({"one side": one, "the other": other})


@dataclass(frozen=True, eq=False)
class SoftSoft(_Groups):
    """Two soft sides: objects with the same pair of rows form a group.

    Attributes
    ----------
    base : ndarray of int64, (k1, k2)
        Table of the objects that are certain on both sides.
    group_first, group_second : ndarray of float64, (g, k1) and (g, k2)
        The two rows of each group.
    group_size : ndarray of int64
        How many objects each group has.
    """

    group_first: Floats
    group_second: Floats

    @classmethod
    def of(cls, truth: Any, prediction: Any) -> SoftSoft:
        """Read two clusterings, soft or hard."""
        sides = (
            _options_given(side if isinstance(side, Soft) else Fuzzy.from_labels(side))
            for side in (truth, prediction)
        )
        a, b = sides
        check_same_objects(a, b)
        certain = a.certain & b.certain
        sure, unsure = np.flatnonzero(certain), np.flatnonzero(~certain)
        cells = a.possible.argmax(axis=1)[a.index[sure]] * b.k
        cells += b.possible.argmax(axis=1)[b.index[sure]]
        row_a, row_b, size, order = _group(a.index[unsure], b.index[unsure], unsure)
        return cls(
            base=np.bincount(cells, minlength=a.k * b.k).reshape(a.k, b.k).astype(np.int64),
            group_size=size,
            order=order,
            group_first=a.rows[row_a].astype(np.float64),
            group_second=b.rows[row_b].astype(np.float64),
        )

    @property
    def restless(self) -> float:
        """The mean number of objects that are not in their most probable cell."""
        likely = self.group_first.max(axis=1, initial=0.0) * self.group_second.max(
            axis=1, initial=0.0
        )
        return float(self.group_size @ np.maximum(0.0, 1 - likely))

    @property
    def shape(self) -> tuple[int, int]:
        """Number of clusters on either side."""
        return self.base.shape[0], self.base.shape[1]

    def joint(self) -> Floats:
        """Return the options of each group over the k1·k2 cells, products of the two rows.

        These are the probabilities of two independent fuzzy sides, and the allowed cells of two
        rough ones.
        """
        cells = self.group_first[:, :, None] * self.group_second[:, None, :]
        return cells.reshape(len(cells), -1)

    def joint_minimum(self) -> Floats:
        """Return the options over the cells, the lesser of the two rows: possibilities."""
        cells = np.minimum(self.group_first[:, :, None], self.group_second[:, None, :])
        return cells.reshape(len(cells), -1)
