"""The contingency table: how many objects of each class lie in each cluster.

`Contingency` counts objects exactly; its sibling `WeightedContingency` adds up weights that are
not whole numbers. Both have the same face, so a measure never asks which one it reads.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from .. import _kernel
from ..base.arithmetic import Exact, exact, thread_count
from ..base.errors import InputError
from ..base.late import kept
from ..gpu import count, on_device
from ..labels import LabelPair, plain_integers, read_pair
from ..labels.alignment import aligned, check_order
from ..labels.policies import Options, check_options, settle_cells
from ..labels.weights import check_sum, read_importances
from ..statistics.values import Ratios
from .cells import cells_of_lists, cells_of_matrix, group_names, weights, whole
from .groups import Index, picked, read_only
from .table import Places, Table

Found = TypeVar("Found")

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Cells = tuple[NDArray[Any], ...]

_UNIT = 2**192  # the kernel counts sums of ratios of counts in such parts


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
        "weights are floats, all of them whole, and were read as counts: an object of weight 3 is "
        "three objects. As importances, or in another unit, this value would be different. Pass "
        "integers to say that they count, or count importances with "
        "WeightedContingency.from_labels and read measures with .of(table)"
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
    ) -> Contingency | WeightedContingency:
        """Count two labelings of the same objects.

        Fractional weights give a `WeightedContingency`, everything else a `Contingency`. The
        number of threads changes the time it takes and nothing else; what is read later from the
        table of labels without weights takes as many.
        """
        workers = thread_count(threads)
        if weights is None and plain_integers(
            truth, prediction, missing=missing, noise=noise, noise_as=noise_as, align=align
        ):
            counted = _kernel.count_integers(truth, prediction, workers)
            return _table_of(counted, truth.size)
        if on_device(truth) and on_device(prediction):
            options = check_options(missing, noise, noise_as, align)
            aligned(truth, prediction, weights, align)
            return _device_table(truth, prediction, weights, options, workers)
        pair = read_pair(
            truth,
            prediction,
            weights=weights,
            missing=missing,
            noise=noise,
            noise_as=noise_as,
            align=align,
            threads=workers,
        )
        return _tabulate(pair, workers)

    @classmethod
    def from_matrix(cls, matrix: Any, *, classes: Any = None, clusters: Any = None) -> Contingency:
        """Take a ready table, dense or scipy.sparse, with classes as rows.

        Rows and columns without objects are left out: a group is a set of objects. Cells must be
        whole numbers; for a table of fractional weights see `WeightedContingency.from_matrix`.
        """
        rows, cols, counts, shape = cells_of_matrix("matrix", matrix, whole)
        names = _names(matrix, classes, clusters, shape)
        return cls._build(_counted(_kernel.merge, rows, cols, counts), *names)

    @classmethod
    def from_cells(cls, classes: Any, clusters: Any, counts: Any) -> Contingency:
        """Take cells as three parallel arrays, in any order; duplicates are added."""
        pair = cells_of_lists(classes, clusters, counts)
        cells = _counted(_kernel.tabulate_counts, *_sides(pair), pair.weights)
        return cls._build(cells, pair.truth.names, pair.prediction.names)

    @property
    def n(self) -> int:
        """Number of objects."""
        return self._objects

    @kept
    def _objects(self) -> int:
        return self._table.total  # type: ignore[no-any-return]

    def _added(self, other: Self, left: Places, right: Places) -> Sequence[NDArray[Any]]:
        cells = _counted(_kernel.add_cells, self._table, *left, other._table, *right)
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


class WeightedContingency(Table):
    """Weights of objects by class and cluster, for weights that are not whole numbers.

    `counts` holds Σw of each cell. A pair of objects weighs w_x·w_y; `pair_weights` holds the sum
    over the pairs inside each cell, which is ((Σw)² - Σw²)/2.
    """

    pair_weights: NDArray[np.float64]

    _described = "total weight"
    _reading = (
        "weights are fractions and were read as importances: a pair of objects weighs the product "
        "of their weights. As counts of a smaller unit, such as milliseconds for seconds, this "
        "value would be different. Count with WeightedContingency.from_labels and read measures "
        "with .of(table) to say that they are importances, or pass integers, which count objects"
    )
    _values = ("counts", "pair_weights")
    _ratios = Ratios(exact, places=90, unit=None)  # double-doubles
    _merge = staticmethod(_kernel.merge_weights)

    @staticmethod
    def _hold(*cells: Any) -> Any:
        try:
            return _kernel.weight_table(*cells)
        except ValueError:
            check_sum(max(cells[2].tolist(), default=0.0))
            raise

    @classmethod
    def from_labels(
        cls,
        truth: Any,
        prediction: Any,
        *,
        weights: Any,
        threads: int | None = None,
        **options: Any,
    ) -> WeightedContingency:
        """Add up the weights of the objects, also where all of them happen to be whole.

        The options are those of `Contingency.from_labels`. Count the parts of one body of data
        this way when some parts may have whole weights only.
        """
        options |= {"threads": thread_count(threads), "weigh": read_importances}
        pair = read_pair(truth, prediction, weights=weights, **options)
        if pair.weights is None:
            raise InputError("weights must be given; without them use Contingency.from_labels")
        return _add_up(pair, pair.weights, thread_count(threads))

    @classmethod
    def from_matrix(
        cls, matrix: Any, squares: Any, *, classes: Any = None, clusters: Any = None
    ) -> WeightedContingency:
        """Take Σw and Σw² of each cell as two matrices of one shape, classes as rows."""
        check_order({"matrix": matrix, "squares": squares})
        rows, cols, sums, shape = cells_of_matrix("matrix", matrix, weights)
        *places, totals, squares_shape = cells_of_matrix("squares", squares, weights)
        if shape != squares_shape or not np.array_equal(places, (rows, cols)):
            raise InputError("squares must have the shape and the empty cells of matrix")
        cells = rows, cols, sums, _pair_weights(rows, cols, sums, totals)
        return cls._build(_kernel.merge_weights(*cells), *_names(matrix, classes, clusters, shape))

    @property
    def squares(self) -> NDArray[np.float64]:
        """Σw² of each cell."""
        return self.counts**2 - 2 * self.pair_weights

    @property
    def n(self) -> float:
        """Total weight of the objects."""
        return float(self._objects)

    @kept
    def _objects(self) -> Exact:
        return exact(self.counts.tolist())

    @kept
    def class_sizes(self) -> NDArray[np.float64]:
        """Weight of each class."""
        return _weight_of_groups(self.rows, self.counts, len(self.classes))

    @kept
    def cluster_sizes(self) -> NDArray[np.float64]:
        """Weight of each cluster."""
        return _weight_of_groups(self.cols, self.counts, len(self.clusters))


def _weight_of_groups(groups: Index, weights: NDArray[Any], size: int) -> NDArray[np.float64]:
    sums = np.bincount(groups, weights, size).astype(np.float64)
    return read_only(sums)


def _tabulate(pair: LabelPair, threads: int) -> Contingency | WeightedContingency:
    if pair.weights is not None and pair.weights.dtype == np.float64:
        return _add_up(pair, pair.weights, threads).marked(pair.guessed)
    if pair.weights is None:
        return _group_table(_kernel.count(*_sides(pair), threads), pair)
    cells = _counted(_kernel.tabulate_counts, *_sides(pair), pair.weights, threads)
    table = Contingency._build(cells, pair.truth.names, pair.prediction.names)
    return table.marked(pair.guessed)


def _table_of(counted: _kernel.CountTable, objects: int) -> Contingency:
    """Make a table of so many counted objects; names of integers are made when asked for."""
    table = object.__new__(Contingency)
    values = table.__dict__
    values["_table"] = counted
    values["_objects"] = objects
    return table


def _group_table(counted: _kernel.CountTable, pair: LabelPair) -> Contingency:
    """Make a table of counted groups, with the names of those that hold objects."""
    table = _table_of(counted, len(pair.truth.codes))
    for side, groups, names in (
        ("classes", counted.row_groups, pair.truth.names),
        ("clusters", counted.col_groups, pair.prediction.names),
    ):
        table.__dict__[side] = read_only(names if groups is None else picked(names, groups))
    return table


def _device_table(
    truth: Any, prediction: Any, weights: Any, options: Options, threads: int
) -> Contingency | WeightedContingency:
    """Count labels in the memory of a GPU there; only the cells come home.

    Integers are never missing; noise is dealt with at home, where a cell stands for its objects.
    """
    found = count(truth, prediction, weights=weights)
    if options.noise.given:
        return _tabulate(settle_cells(*found.readings, found.counts, options), threads)
    return Contingency._of_groups(found[:3], found.classes, found.clusters)


def _add_up(pair: LabelPair, weights: NDArray[np.float64], threads: int) -> WeightedContingency:
    cells = _kernel.tabulate_weights(*_sides(pair), weights, threads)
    return WeightedContingency._build(cells, pair.truth.names, pair.prediction.names)


def _counted(count: Callable[..., Found], *arguments: Any) -> Found:
    """Call the kernel where counts are added; a cell that outgrows int64 is refused."""
    try:
        return count(*arguments)
    except OverflowError:
        raise InputError(
            "a cell would hold 2**63 objects or more: divide all counts by a common factor, or "
            "compare the parts of the data one by one"
        ) from None


def _sides(pair: LabelPair) -> tuple[NDArray[Any], int, int, NDArray[Any], int, int]:
    truth, prediction = pair.truth, pair.prediction
    return (
        truth.codes, truth.first, len(truth.names),
        prediction.codes, prediction.first, len(prediction.names),
    )  # fmt: skip


def _names(
    matrix: Any, classes: Any, clusters: Any, shape: tuple[int, int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Names of the groups: as given, else those of a data frame, else numbers."""
    if hasattr(matrix, "index") and hasattr(matrix, "columns"):
        classes = matrix.index if classes is None else classes
        clusters = matrix.columns if clusters is None else clusters
    return group_names("classes", classes, shape[0]), group_names("clusters", clusters, shape[1])


def _pair_weights(
    rows: NDArray[Any], cols: NDArray[Any], sums: NDArray[Any], squares: NDArray[Any]
) -> NDArray[np.float64]:
    """((Σw)² - Σw²)/2 of each cell, formed exactly; squares rounded up by a bit count as equal."""
    pairs = [(Fraction(s) ** 2 - Fraction(q)) / 2 for s, q in zip(sums, squares, strict=True)]
    for at, pair in enumerate(pairs):
        if pair < 0 and -2 * pair > Fraction(squares[at]) / 2**52:
            raise InputError(
                f"squares must be at most the square of matrix; row {rows[at]}, column {cols[at]} "
                f"holds {squares[at]} for a weight of {sums[at]}"
            )
    return np.array([max(0.0, float(pair)) for pair in pairs])
