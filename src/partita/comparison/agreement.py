"""`agreement`: how well clusterings agree with each other, without a truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import InputError, about
from ..base.keywords import explain_keywords
from ..base.progress import long_work, step_through
from ..base.shown import Plotted
from ..labels import read_policies
from ..measures.chosen import Asked, Chosen, choose
from .correlation.rank_correlation import average_tree
from .counting.columns import Columns
from .counting.counting import CountOptions, check_names, count_all, split_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pandas import DataFrame

    from ..base.arrays import Floats


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Plotted):
    """A symmetric matrix of agreement between clusterings.

    `order` lists the clusterings so that similar ones are adjacent, and `linkage` is the tree
    behind this order, in the format of `scipy.cluster.hierarchy` (average linkage).

    `plot` draws the `ordered` matrix.
    """

    _layout = "matrix_html"
    _figure = "matrix"

    measure: str  #: name of the measure
    names: tuple[str, ...]  #: names of the clusterings, in the order given
    matrix: Floats  #: the value for every two clusterings
    order: tuple[str, ...]  #: the names in the order of the tree
    linkage: Floats  #: the tree, as SciPy writes it
    better: str = "higher"  #: which direction of the measure means more agreement

    def __getitem__(self, pair: tuple[str, str]) -> float:
        given: object = pair
        if not isinstance(given, tuple) or len(given) != 2:
            raise InputError(f"expected two clusterings, such as found['a', 'b']; got {pair!r}")
        row, column = map(self._place, pair)
        return float(self.matrix[row, column])

    def _place(self, name: str) -> int:
        text = str(name)  # all names are turned into text
        if text not in self.names:
            known = ", ".join(map(repr, self.names))
            raise InputError(f"no clustering is called {text!r}; there are {known}")
        return self.names.index(text)

    def ordered(self) -> Columns:
        """The matrix in the order of the tree, with a row and a column per clustering.

        Returns
        -------
        Columns
            The matrix; its first column has the names.
        """
        places = [self.names.index(name) for name in self.order]
        rows = self.matrix[np.ix_(places, places)]
        heads = np.array(self.order, dtype=object)
        return Columns({self.measure: heads, **dict(zip(self.order, rows.T, strict=True))})

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with the names as index and columns, in the given order.

        Returns
        -------
        DataFrame
            The matrix.
        """
        from pandas import DataFrame

        return DataFrame(self.matrix, index=list(self.names), columns=list(self.names))

    def __str__(self) -> str:
        return str(self.ordered())

    __repr__ = __str__


@long_work("comparing clusterings with each other")
@explain_keywords
def agreement(
    prediction: Mapping[Any, Any] | Any,
    *,
    measure: Asked = "adjusted_rand",
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
) -> Agreement:
    """Compare every clustering with every other by a symmetric measure.

    Parameters
    ----------
    prediction : Mapping or DataFrame
        A mapping from name to labels, or a data frame with a column per clustering.
    measure
        A symmetric measure.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    Agreement
        The matrix, and an order in which similar clusterings are next to each other.

    Raises
    ------
    InputError
        If the measure is not symmetric, or an argument cannot be used.

    Examples
    --------
    >>> from partita.comparison import agreement
    >>> print(agreement({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "c": [1, 1, 0, 0]}))
    adjusted_rand        b        c        a
    b               1.0000  -0.5000  -0.5000
    c              -0.5000   1.0000   1.0000
    a              -0.5000   1.0000   1.0000
    """
    labels = check_names("prediction", split_columns("prediction", prediction), least=2)
    asked = choose(measure)
    if not asked.measure.is_symmetric(**asked.options):
        raise InputError(
            f"{asked.label} depends on which side is the truth; agreement needs a symmetric "
            "measure such as adjusted_rand or adjusted_mutual_information"
        )
    names = tuple(labels)
    policies = read_policies(missing, noise, noise_as, align)
    matrix = _matrix(labels, asked, CountOptions(policies, weights, threads=threads))
    tree, places = _tree(matrix, asked)
    order = tuple(names[place] for place in places)
    return Agreement(asked.label, names, matrix, order, tree, asked.measure.better)


def _matrix(labels: Mapping[str, Any], asked: Chosen, options: CountOptions) -> Floats:
    names = list(labels)
    matrix = np.empty((len(names), len(names)))
    for row, name in enumerate(step_through(names, "clusterings")):
        others = {other: labels[other] for other in names[row:]}
        with about(f"{name!r} as one side"):
            counted = count_all(labels[name], others, options)
        values = [asked.of(one.table) for one in counted.values()]
        matrix[row, row:] = matrix[row:, row] = values
    matrix.flags.writeable = False
    return matrix


def _tree(matrix: Floats, asked: Chosen) -> tuple[Floats, list[int]]:
    distances = -asked.sign * matrix
    best = -asked.sign * float((asked.sign * matrix.diagonal()).max())
    upper = distances[np.triu_indices(len(matrix), 1)]
    return average_tree(distances - min(float(upper.min()), best))
