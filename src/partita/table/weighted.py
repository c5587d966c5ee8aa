"""The contingency table of fractional weights: sums of weights of objects and of pairs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _kernel
from ..base.arithmetic import Exact, exact
from ..base.arrays import Index
from ..base.checks import thread_count
from ..base.errors import InputError
from ..base.late import kept
from ..labels import LabelPair, read_pair, read_policies
from ..labels.alignment import check_order
from ..labels.weights import check_sum, read_importances
from ..statistics.values import Ratios
from .cells import cells_of_matrix, check_weights
from .group_names import names_of_matrix
from .groups import read_only
from .table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WeightedContingency(Table):
    """Weights of objects by class and cluster, for fractional weights.

    `counts` holds Σw of each cell. A pair of objects weighs w_x·w_y; `pair_weights` holds the sum
    over the pairs inside each cell, which is ((Σw)² - Σw²)/2.

    Examples
    --------
    >>> table = WeightedContingency.from_labels(["a", "a", "b"], [0, 1, 1], weights=[0.5, 1.5, 2.0])
    >>> table
    <WeightedContingency: 4.0 total weight, 2 classes, 2 clusters, 3 cells>
    """

    pair_weights: NDArray[np.float64]  #: Σ w_x w_y over the pairs inside each cell

    _described = "total weight"
    _reading = (
        "weights are fractions and were read as importances: a pair of objects weighs the product "
        "of their weights. As counts of a smaller unit, such as milliseconds for seconds, this "
        "value would be different. For importances use WeightedContingency.from_labels and read "
        "measures with .of(table); for counts pass integers"
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
        """Add up the weights of the objects, even if all of them are integers.

        The options are those of `Contingency.from_labels`. Use it for the parts of a data set
        of which some may have integer weights only.

        Parameters
        ----------
        truth, prediction
            The class and the cluster of each object, in the same order.
        weights
            One non-negative number for each object.
        threads
            Number of threads; it changes the time and not the result.
        **options
            `missing`, `noise`, `noise_as` and `align`, as for every measure.

        Returns
        -------
        WeightedContingency
            The table.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        policies, workers = read_policies(**options), thread_count(threads)
        pair = read_pair(
            truth,
            prediction,
            weights=weights,
            policies=policies,
            threads=workers,
            weigh=read_importances,
        )
        if pair.weights is None:
            raise InputError("weights must be given; without them use Contingency.from_labels")
        return cls.of_pair(pair, pair.weights, workers)

    @classmethod
    def of_pair(
        cls, pair: LabelPair, weights: NDArray[np.float64], threads: int
    ) -> WeightedContingency:
        """Add up the weights of objects whose labels are already read."""
        cells = _kernel.tabulate_weights(*pair.sides, weights, threads)
        return cls._build(cells, pair.truth.names, pair.prediction.names)

    @classmethod
    def from_matrix(
        cls, matrix: Any, squares: Any, *, classes: Any = None, clusters: Any = None
    ) -> WeightedContingency:
        """Take Σw and Σw² of each cell as two matrices of one shape, classes as rows.

        Parameters
        ----------
        matrix
            Σw of each cell, dense or sparse.
        squares
            Σw² of each cell.
        classes, clusters
            Names of the rows and columns; 0, 1, 2, … if left out, or the names of a data frame.

        Returns
        -------
        WeightedContingency
            The table.

        Raises
        ------
        InputError
            If the two matrices do not fit each other, or hold something other than weights.
        """
        check_order({"matrix": matrix, "squares": squares})
        rows, cols, sums, shape = cells_of_matrix("matrix", matrix, check_weights)
        *places, totals, squares_shape = cells_of_matrix("squares", squares, check_weights)
        if shape != squares_shape or not np.array_equal(places, (rows, cols)):
            raise InputError("squares must have the shape and the empty cells of matrix")
        cells = rows, cols, sums, _pair_weights(rows, cols, sums, totals)
        names = names_of_matrix(matrix, classes, clusters, shape)
        return cls._build(_kernel.merge_weights(*cells), *names)

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


def _pair_weights(
    rows: NDArray[Any], cols: NDArray[Any], sums: NDArray[Any], squares: NDArray[Any]
) -> NDArray[np.float64]:
    """Return ((Σw)² - Σw²)/2 of each cell, computed exactly; allow for squares rounded up."""
    pairs = [(Fraction(s) ** 2 - Fraction(q)) / 2 for s, q in zip(sums, squares, strict=True)]
    for at, pair in enumerate(pairs):
        if pair < 0 and -2 * pair > Fraction(squares[at]) / 2**52:
            raise InputError(
                f"squares must be at most the square of matrix; row {rows[at]}, column {cols[at]} "
                f"holds {squares[at]} for a weight of {sums[at]}"
            )
    return np.array([max(0.0, float(pair)) for pair in pairs])
