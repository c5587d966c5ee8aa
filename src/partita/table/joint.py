"""The table of more than two sides: objects by class and by cluster in several clusterings.

Tables of each clustering do not say which objects are the same. A joint table does: it counts kinds
of objects, which have the same class and the same cluster in every clustering. So scores on the
same draws of objects follow from it, as they do from labels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _kernel
from ..base.errors import InputError
from ..base.shown import Shown
from ..base.wording import alternatives, brief, number_of, show
from ..labels import Policies, order
from ..labels.policies import DEFAULT
from ..labels.records import Labeling, LabelPair, from_zero, python_names, unlabeled
from .contingency import AnyTable, count_pair
from .group_names import Names, join_names, same_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["JointTable"]

MOST_OBJECTS = 2.0**62  # sums of their counts are 64-bit
_NAMED = 5  # clusterings that a sentence names


@dataclass(frozen=True, eq=False, repr=False)
class JointTable(Shown):
    """Counts of objects by class and by the clusters of several clusterings: sparse and exact.

    ``partita.tabulate(source, truth, [a, b], joint=True)`` makes it. Pass it as ``table=`` to
    `compare`, `difference`, `posterior` and `compare_runs`: it knows which objects the clusterings
    share, as labels do. Joint tables of parts of the data can be added.

    >>> from partita.sources import tabulate
    >>> columns = {"type": ["a", "a", "b", "b"], "leiden": [0, 0, 1, 2], "kmeans": [0, 0, 1, 1]}
    >>> joint = tabulate(columns, "type", ["leiden", "kmeans"], joint=True)
    >>> print(joint)
    4 objects in 3 cells of truth × leiden × kmeans.
    >>> joint.table("kmeans")
    <Contingency: 4 objects, 2 classes, 2 clusters, 2 cells>
    >>> (joint + joint).n
    8
    """

    truth: Labeling  #: the class of each kind of objects: numbers, and the names of the classes
    clusterings: Mapping[Any, Labeling]  #: the cluster of each kind in each clustering, by name
    counts: NDArray[np.int64]  #: number of objects of each kind
    units: Labeling | None = None  #: the group (donor, batch) of each kind, if groups were given
    guessed: bool = False  #: whether weights were floats with integer values, read as counts
    policies: Policies = DEFAULT  #: what was done with missing labels and noise

    @property
    def predictions(self) -> tuple[Any, ...]:
        """Names of the clusterings, in the order given."""
        return tuple(self.clusterings)

    @cached_property
    def n(self) -> int:
        """Number of objects."""
        return int(self.counts.sum())

    @property
    def nnz(self) -> int:
        """Number of kinds of objects: occupied cells of the table of all sides."""
        return len(self.counts)

    @property
    def groups(self) -> int | None:
        """Number of groups (donors, batches); None if no groups were given."""
        return None if self.units is None else len(self.units.names)

    def table(self, prediction: Any = None) -> Any:
        """The table of one clustering, or its tables by group, as `tabulate` counts it alone.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.

        Returns
        -------
        Contingency or dict
            The table, or a table for each group by its name.

        Raises
        ------
        InputError
            If there is no such clustering.

        Examples
        --------
        >>> from partita.sources import tabulate
        >>> joint = tabulate({"t": [0, 0, 1], "a": [0, 1, 1], "b": [0, 0, 1]}, "t", ["a", "b"],
        ...                  joint=True)
        >>> joint.table("b").counts.tolist()
        [2, 1]
        """
        if prediction is None and len(self.clusterings) > 1:
            raise InputError(f"table needs the name of the clustering: {self._known}")
        (name,) = self._names_of((prediction,) if prediction is not None else self.predictions)
        pair = self.pair(name)
        if self.units is None:
            return count_pair(pair, 0)
        order = np.argsort(self.units.codes, kind="stable")
        starts = np.searchsorted(self.units.codes[order], np.arange(1, len(self.units.names)))
        parts = zip(python_names(self.units.names), np.split(order, starts), strict=True)
        return {group: _part(pair, places) for group, places in parts}

    def select(self, *predictions: Any) -> JointTable:
        """The joint table of some of the clusterings.

        Parameters
        ----------
        *predictions
            Names of the clusterings, in the new order.

        Returns
        -------
        JointTable
            The same objects, with fewer kinds.

        Raises
        ------
        InputError
            If no name is given, or there is no such clustering.

        Examples
        --------
        >>> from partita.sources import tabulate
        >>> joint = tabulate({"t": [0, 0, 1], "a": [0, 1, 1], "b": [0, 0, 1]}, "t", ["a", "b"],
        ...                  joint=True)
        >>> joint.select("b").nnz
        2
        """
        if not predictions:
            raise InputError(f"select needs names of clusterings: {self._known}")
        chosen = {name: self.clusterings[name] for name in self._names_of(predictions)}
        return self._of(self.truth, chosen, self.counts, self.units)

    def pair(self, prediction: Any) -> LabelPair:
        """The class and the cluster of each kind, with its number of objects as its weight.

        Parameters
        ----------
        prediction
            Name of the clustering.

        Returns
        -------
        LabelPair
            Both sides as codes and names.
        """
        return LabelPair(self.truth, self.clusterings[prediction], self.counts, self.guessed)

    @property
    def _known(self) -> str:
        return ", ".join(show(str(name)) for name in self.predictions)

    def _names_of(self, asked: tuple[Any, ...]) -> tuple[Any, ...]:
        """The names of clusterings as they are here; names are compared as text."""
        known = {str(name): name for name in self.clusterings}
        for name in asked:
            if str(name) not in known:
                raise InputError(
                    f"the joint table has no clustering {name!r}; {alternatives(name, [*known])}"
                )
        return tuple(known[str(name)] for name in asked)

    def __add__(self, other: object) -> JointTable:
        """Add the objects of both tables; equal labels are the same group."""
        if not isinstance(other, JointTable):
            return NotImplemented
        if set(self.clusterings) != set(other.clusterings) or (
            (self.units is None) != (other.units is None)
        ):
            raise InputError(
                "the joint tables count other clusterings, or only one of them has groups: count "
                "every part of the data with the same columns"
            )
        if self.policies != other.policies:
            raise InputError(
                "the joint tables treat missing values or noise differently: count every part of "
                "the data with the same missing=, noise= and noise_as="
            )
        found = self._of(
            _joined(self.truth, other.truth),
            {name: _joined(own, other.clusterings[name]) for name, own in self.clusterings.items()},
            np.concatenate((self.counts, other.counts)),
            _joined(self.units, other.units) if self.units and other.units else None,
        )
        return replace(found, guessed=self.guessed or other.guessed)

    def _of(
        self,
        truth: Labeling,
        clusterings: Mapping[Any, Labeling],
        counts: NDArray[np.int64],
        units: Labeling | None,
    ) -> JointTable:
        """Another table that was counted in the same way."""
        found = joint_table(truth, clusterings, counts, units)
        return replace(found, guessed=self.guessed, policies=self.policies)

    def __radd__(self, other: object) -> JointTable:
        return self if other == 0 else NotImplemented  # sum() starts from 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JointTable):
            return NotImplemented
        sides, others = self._sides, other._sides
        return (
            sides.keys() == others.keys()
            and np.array_equal(self.counts, other.counts)
            and all(
                np.array_equal(own.codes, others[name].codes)
                and same_names(own.names, others[name].names)
                for name, own in sides.items()
            )
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def _sides(self) -> dict[tuple[str, Any], Labeling]:
        """All sides by their role and name."""
        clusters = {("prediction", name): one for name, one in self.clusterings.items()}
        units = {} if self.units is None else {("groups", None): self.units}
        return {("truth", None): self.truth, **clusters, **units}

    def __str__(self) -> str:
        names = [brief(name) for name in self.predictions]
        many = names if len(names) <= _NAMED else [f"{len(names)} clusterings"]
        sides = " × ".join(["truth", *many, *(() if self.units is None else ("groups",))])
        cells = number_of(self.nnz, "cell", "cells")
        return f"{number_of(self.n, 'object', 'objects')} in {cells} of {sides}."

    def __repr__(self) -> str:
        many = number_of(len(self.clusterings), "clustering", "clusterings")
        classes = number_of(len(self.truth.names), "class", "classes")
        return (
            f"<JointTable: {number_of(self.n, 'object', 'objects')}, {classes}, {many}, "
            f"{number_of(self.nnz, 'cell', 'cells')}>"
        )


def joint_table(
    truth: Labeling,
    clusterings: Mapping[Any, Labeling],
    counts: NDArray[np.int64],
    units: Labeling | None = None,
) -> JointTable:
    """Make a table from rows with their numbers of objects; equal rows become one kind.

    Kinds are in ascending order, and labels without objects are left out, so the table does not
    depend on the order of the rows.
    """
    if float(counts.sum(dtype=np.float64)) >= MOST_OBJECTS:
        raise InputError(
            "weights add up to 2**62 or more, too many objects to draw: divide all weights by a "
            "common factor"
        )
    sides = [truth, *clusterings.values(), *([] if units is None else [units])]
    sides = [_ascending(side) for side in sides]
    kind, size = np.zeros(len(counts), dtype=np.int64), 1
    for side in sides:
        codes, found = _kernel.encode_integers(kind * np.int64(len(side.names)) + side.codes)
        kind, size = codes.astype(np.int64), len(found)
    example = np.empty(size, dtype=np.intp)
    example[kind] = np.arange(len(kind))
    added = np.zeros(size, dtype=np.int64)
    np.add.at(added, kind, counts)
    first, *others = (side._replace(codes=side.codes[example]) for side in sides)
    named = dict(zip(clusterings, others, strict=False))
    for array in (added, *(side.codes for side in (first, *others))):
        array.flags.writeable = False
    return JointTable(first, named, added, None if units is None else others[-1])


def _ascending(side: Labeling) -> Labeling:
    """A side numbered from 0 in the order of its names, without the names that no row has."""
    codes = from_zero(side)
    seen = np.zeros(len(side.names), dtype=np.bool_)
    seen[codes] = True
    present = np.flatnonzero(seen)
    ranked = present[_order(side.names[present])]
    places = np.zeros(len(side.names), dtype=np.int64)
    places[ranked] = np.arange(len(ranked))
    return Labeling(places[codes], 0, side.names[ranked])


def _order(names: Names) -> NDArray[np.intp]:
    """The order of names: ascending if they can be sorted; groups without a label come last."""
    if names.dtype != object:
        return np.argsort(names, kind="stable")
    last = unlabeled(names) | np.fromiter((name is None for name in names), np.bool_, len(names))
    named = np.flatnonzero(~last)
    ranked = order(names[named])
    return np.concatenate((named if ranked is None else named[ranked], np.flatnonzero(last)))


def _joined(one: Labeling, other: Labeling) -> Labeling:
    """The rows of one side of both tables, one after the other."""
    names, left, right = join_names(one.names, other.names)
    return Labeling(np.concatenate((left[one.codes], right[other.codes])), 0, names)


def _part(pair: LabelPair, places: NDArray[np.intp]) -> AnyTable:
    """The table of some of the kinds."""
    truth, prediction = (
        side._replace(codes=side.codes[places]) for side in (pair.truth, pair.prediction)
    )
    weights = None if pair.weights is None else pair.weights[places]
    return count_pair(pair._replace(truth=truth, prediction=prediction, weights=weights), 0)
