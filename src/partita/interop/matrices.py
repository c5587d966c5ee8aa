"""Contingency tables as scikit-learn returns them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import InputError
from ..base.memory import require_room
from ..table.contingency import Contingency
from .positions import count_by_position

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray
    from scipy.sparse import csr_matrix


def contingency_matrix(
    labels_true: Any,
    labels_pred: Any,
    *,
    eps: float | None = None,
    sparse: bool = False,
    dtype: DTypeLike = np.int64,
) -> NDArray[Any] | csr_matrix:
    """Objects of each class (row) in each cluster (column), both in ascending order.

    Parameters
    ----------
    labels_true, labels_pred
        The class and the cluster of each object, by position.
    eps
        Added to every cell.
    sparse
        Whether to return a sparse matrix.
    dtype
        Type of the cells.

    Returns
    -------
    ndarray or csr_matrix
        A row for each class, a column for each cluster.

    Raises
    ------
    InputError
        If the labels cannot be used, `eps` is given with ``sparse=True``, or a dense matrix does
        not fit in memory.

    Examples
    --------
    >>> contingency_matrix([0, 0, 1, 1, 2, 2], [1, 0, 2, 1, 0, 2])
    array([[1, 1, 0],
           [0, 1, 1],
           [1, 0, 1]])
    """
    from scipy.sparse import coo_array, csr_matrix

    if eps is not None and sparse:
        raise InputError("Cannot set 'eps' when sparse=True: it would fill every cell")
    table = count_by_position(labels_true, labels_pred)
    cells = (np.empty(0, dtype), (np.empty(0, np.intp),) * 2) if table is None else _cells(table)
    shape = (0, 0) if table is None else table.shape
    matrix = coo_array((cells[0].astype(dtype), cells[1]), shape=shape)
    if sparse:
        return csr_matrix(matrix)  # the default type of scikit-learn
    size = shape[0] * shape[1] * matrix.dtype.itemsize
    many = "x".join(map(str, shape))
    require_room(f"a dense matrix of {many} cells", size, "pass sparse=True, or merge small groups")
    dense: NDArray[Any] = matrix.toarray()
    return dense if eps is None else dense + eps


def pair_confusion_matrix(labels_true: Any, labels_pred: Any) -> NDArray[np.int64]:
    """Ordered pairs of objects: rows by apart or together in the truth, columns in the prediction.

    Parameters
    ----------
    labels_true, labels_pred
        The class and the cluster of each object, by position.

    Returns
    -------
    ndarray
        Two rows and two columns.

    Raises
    ------
    InputError
        If the labels cannot be used.

    Examples
    --------
    >>> pair_confusion_matrix([0, 0, 1, 1], [0, 0, 1, 2])
    array([[8, 0],
           [2, 2]])
    """
    table = count_by_position(labels_true, labels_pred)
    if table is None:
        return np.zeros((2, 2), np.int64)
    p = table.pairs
    halves = [[p.apart, p.prediction_only], [p.truth_only, p.together]]
    return np.array([[2 * int(pairs) for pairs in row] for row in halves], dtype=np.int64)


def _cells(table: Contingency) -> tuple[NDArray[Any], tuple[NDArray[Any], NDArray[Any]]]:
    """Counts and places of the cells, groups numbered in ascending order of their names."""
    places = []
    for names, index in ((table.classes, table.rows), (table.clusters, table.cols)):
        rank = np.empty(len(names), np.intp)
        rank[np.argsort(names, kind="stable")] = np.arange(len(names))
        places.append(rank[index])
    return table.counts, (places[0], places[1])
