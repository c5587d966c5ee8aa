"""The contingency table: how many objects of each class lie in each cluster.

`Contingency` counts objects exactly; `WeightedContingency` adds up fractional weights. Both have
the same interface, so measures read either of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from .. import _kernel
from ..base.arrays import Index
from ..base.checks import thread_count
from ..base.late import kept
from ..gpu import count, on_device
from ..labels import LabelPair, Policies, plain_integers, read_pair, read_policies
from ..labels.alignment import in_same_order
from ..labels.policies import DEFAULT, settle
from ..statistics.values import Ratios
from .cells import add_counts, cells_of_lists, cells_of_matrix, check_counts
from .group_names import names_of_matrix
from .groups import picked, read_only
from .table import Places, Table
from .weighted import WeightedContingency

AnyTable: TypeAlias = "Contingency | WeightedContingency"

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


_UNIT = 2**192  # the kernel divides 1 into this many parts for sums of ratios of counts


class Contingency(Table):
    """Counts of objects by class (rows) and cluster (columns): sparse, exact, immutable.

    >>> table = Contingency.from_labels(["a", "a", "b"], [0, 1, 1])
    >>> table
    <Contingency: 3 objects, 2 classes, 2 clusters, 3 cells>
    >>> table + table
    <Contingency: 6 objects, 2 classes, 2 clusters, 3 cells>
    """

    _described = "objects"
    _reading = (
        "weights are floats with integer values and were read as counts: an object of weight 3 is "
        "three objects. As importances, or in another unit, this value would be different. For "
        "counts pass integers; for importances use WeightedContingency.from_labels and read "
        "measures with .of(table)"
    )
    _ratios = Ratios(lambda units: Fraction(units, _UNIT), places=180, unit=_UNIT)
    _merge = staticmethod(_kernel.merge)
    _hold = staticmethod(_kernel.count_table)

    @classmethod
    def from_labels(
        cls,
        truth: Any,
        prediction: Any,
        *,
        weights: Any = None,
        missing: str = "error",
        noise: Any = None,
        noise_as: str | None = None,
        align: str = "error",
        threads: int | None = None,
    ) -> AnyTable:
        """Count two labelings of the same objects.

        Fractional weights give a `WeightedContingency`, everything else a `Contingency`. The
        number of threads does not change the result; without weights, statistics that are read
        from the table later use as many.

        Parameters
        ----------
        truth, prediction
            The class and the cluster of each object, in the same order.
        weights, missing, noise, noise_as, align
            As for every measure.
        threads
            Number of threads; it changes the time and not the result.

        Returns
        -------
        Contingency or WeightedContingency
            The table.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.

        Examples
        --------
        >>> table = Contingency.from_labels(["a", "a", "b", "b"], [0, 0, 1, 2])
        >>> table.to_scipy().toarray().tolist()
        [[2, 0, 0], [0, 1, 1]]
        """
        policies = read_policies(missing, noise, noise_as, align)
        return count_labels(truth, prediction, weights, policies, thread_count(threads))

    @classmethod
    def from_matrix(cls, matrix: Any, *, classes: Any = None, clusters: Any = None) -> Contingency:
        """Take a given table, dense or scipy.sparse, with classes as rows.

        Rows and columns without objects are left out. Cells must be integers; for a table of
        fractional weights see `WeightedContingency.from_matrix`.

        Parameters
        ----------
        matrix
            Integers, dense or sparse: a row for each class, a column for each cluster.
        classes, clusters
            Names of the rows and columns; 0, 1, 2, … if left out, or the names of a data frame.

        Returns
        -------
        Contingency
            The table.

        Raises
        ------
        InputError
            If a cell is negative or not an integer, no cell is occupied, or names do not fit.

        Examples
        --------
        >>> Contingency.from_matrix([[2, 0], [1, 3]], classes=["a", "b"]).class_sizes.tolist()
        [2, 4]
        """
        rows, cols, counts, shape = cells_of_matrix("matrix", matrix, check_counts)
        names = names_of_matrix(matrix, classes, clusters, shape)
        return cls._build(add_counts(_kernel.merge, rows, cols, counts), *names)

    @classmethod
    def from_cells(cls, classes: Any, clusters: Any, counts: Any) -> Contingency:
        """Take cells as three parallel arrays, in any order; duplicates are added.

        Parameters
        ----------
        classes, clusters
            The class and the cluster of each cell.
        counts
            The number of objects in each cell.

        Returns
        -------
        Contingency
            The table.

        Raises
        ------
        InputError
            If the arrays differ in length, or a count is not a non-negative integer.

        Examples
        --------
        >>> Contingency.from_cells(["a", "b", "b"], [0, 0, 1], [2, 1, 3])
        <Contingency: 6 objects, 2 classes, 2 clusters, 3 cells>
        """
        pair = cells_of_lists(classes, clusters, counts)
        cells = add_counts(_kernel.tabulate_counts, *pair.sides, pair.weights)
        return cls._build(cells, pair.truth.names, pair.prediction.names)

    @property
    def n(self) -> int:
        """Number of objects."""
        return self._objects

    @kept
    def _objects(self) -> int:
        return self._table.total  # type: ignore[no-any-return]

    def _added(self, other: Self, left: Places, right: Places) -> Sequence[NDArray[Any]]:
        cells = add_counts(_kernel.add_cells, self._table, *left, other._table, *right)
        return super()._added(other, left, right) if cells is None else cells

    @kept
    def class_sizes(self) -> NDArray[Any]:
        """Objects in each class: int64, or Python integers where those do not suffice."""
        return self._sizes(self._table.row_sizes(), self.rows)

    @kept
    def cluster_sizes(self) -> NDArray[Any]:
        """Objects in each cluster: int64, or Python integers where those do not suffice."""
        return self._sizes(self._table.col_sizes(), self.cols)

    def _sizes(self, sizes: NDArray[Any] | None, groups: Index) -> NDArray[Any]:
        if sizes is None:  # beyond int64
            sizes = np.zeros(int(groups.max()) + 1, dtype=object)
            np.add.at(sizes, groups, self.counts.astype(object))
        return read_only(sizes)


def count_labels(
    truth: Any, prediction: Any, weights: Any, policies: Policies, threads: int
) -> AnyTable:
    """Count two labelings; integers are not encoded, and labels on a GPU are counted there."""
    if weights is None and policies is DEFAULT and plain_integers(truth, prediction):
        return _table_of(_kernel.count_integers(truth, prediction, threads), truth.size)
    if on_device(truth) and on_device(prediction):
        in_same_order(truth, prediction, weights, policies.align)
        cells = count(truth, prediction, weights=weights)
        if policies.noise.given:  # a cell stands for all its objects
            return count_pair(settle(cells.sides, policies), threads)
        return Contingency._of_groups(cells[:3], cells.classes, cells.clusters)
    pair = read_pair(truth, prediction, weights=weights, policies=policies, threads=threads)
    return count_pair(pair, threads)


def count_pair(pair: LabelPair, threads: int) -> AnyTable:
    """Count labels after all policies; weights that are floats are importances."""
    if pair.weights is None:
        return _group_table(_kernel.count(*pair.sides, threads), pair)
    if pair.weights.dtype == np.float64:
        return WeightedContingency.of_pair(pair, pair.weights, threads).marked(pair.guessed)
    cells = add_counts(_kernel.tabulate_counts, *pair.sides, pair.weights, threads)
    table = Contingency._build(cells, pair.truth.names, pair.prediction.names)
    return table.marked(pair.guessed)


def _table_of(counted: _kernel.CountTable, objects: int) -> Contingency:
    """Make a table of counted objects; names of integer labels are made on first use."""
    table = object.__new__(Contingency)
    values = table.__dict__
    values["_table"] = counted
    values["_objects"] = objects
    return table


def _group_table(counted: _kernel.CountTable, pair: LabelPair) -> Contingency:
    """Make a table of counted groups, with the names of the groups that have objects."""
    table = _table_of(counted, len(pair.truth.codes))
    for side, groups, names in (
        ("classes", counted.row_groups, pair.truth.names),
        ("clusters", counted.col_groups, pair.prediction.names),
    ):
        table.__dict__[side] = read_only(names if groups is None else picked(names, groups))
    return table
