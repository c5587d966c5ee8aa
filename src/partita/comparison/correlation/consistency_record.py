"""`Consistency`: what `consistency` returns: how alike measures rank clusterings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...base.checks import real
from ...base.errors import InputError
from ...base.shown import Plotted, above, draw_figure
from ...base.wording import listed, number_of
from ...measures.chosen import choose
from ..counting.columns import Columns
from .rank_correlation import groups_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from pandas import DataFrame

    from ...base.arrays import Floats
    from ...measures.chosen import Asked

GROUPED = 0.8  # mean correlation from which measures are called alike


@dataclass(frozen=True, eq=False, repr=False)
class Consistency(Plotted):
    """Kendall's rank correlation of every two measures over the same clusterings.

    Index it by two measures, ``found["rand", "v_measure"]``. `order` lists the measures so that
    similar ones are adjacent, and `linkage` is the tree behind this order, by average linkage on
    1 - τ, in the format of `scipy.cluster.hierarchy`.

    `plot` draws the `ordered` matrix and its tree.
    """

    _layout = "consistency_html"
    _figure = "consistency"

    measures: tuple[str, ...]  #: the measures, in the order given
    matrix: Floats  #: the correlation of every two measures
    order: tuple[str, ...]  #: the measures in the order of the tree
    linkage: Floats  #: the tree, as SciPy writes it
    clusterings: int  #: number of clusterings that were ranked
    datasets: int  #: number of data sets that they come from
    left_out: Mapping[str, str]  #: measures that rank nothing, with the reason

    def __getitem__(self, pair: tuple[Asked, Asked]) -> float:
        given: object = pair
        if not isinstance(given, tuple) or len(given) != 2:
            raise InputError(f"expected two measures, such as found['rand', 'nmi']; got {pair!r}")
        row, column = map(self._place, pair)
        return float(self.matrix[row, column])

    def _place(self, measure: Asked) -> int:
        label = measure if measure in self.measures else choose(measure).label
        if label in self.left_out:
            raise InputError(f"{label} was left out: it {self.left_out[str(label)]}")
        if label not in self.measures:
            raise InputError(
                f"{label!r} was not asked for; the measures are {listed(self.measures, 12)}"
            )
        return self.measures.index(str(label))

    def groups(self, least: float = GROUPED) -> tuple[tuple[str, ...], ...]:
        """Groups of measures that rank alike: the tree, cut where the mean correlation is `least`.

        Parameters
        ----------
        least
            The least mean correlation at which two groups are joined, at most 1.

        Returns
        -------
        tuple of tuple
            Names of the measures, in the order of the tree.

        Raises
        ------
        InputError
            If `least` is not a number from -1 to 1.
        """
        number = real(least)
        if number is None or not -1 <= number <= 1:
            raise InputError(f"least is a correlation from -1 to 1, such as 0.8; found {least!r}")
        places = [self.measures.index(name) for name in self.order]
        found = groups_at(self.linkage, places, 1.0 - number)
        return tuple(tuple(self.measures[place] for place in group) for group in found)

    def ordered(self) -> Columns:
        """The matrix in the order of the tree, with a row and a column per measure.

        Returns
        -------
        Columns
            The matrix; its first column has the names.
        """
        frame = {name: self.matrix[self.measures.index(name)] for name in self.order}
        places = [self.measures.index(name) for name in self.order]
        columns = {name: row[places] for name, row in frame.items()}
        return Columns({"measure": [str(name) for name in self.order], **columns})

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with the measures as index and columns, in the given order.

        Returns
        -------
        DataFrame
            The matrix.
        """
        from pandas import DataFrame

        return DataFrame(self.matrix, index=list(self.measures), columns=list(self.measures))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values.

        Returns
        -------
        dict
            ``clusterings``, ``datasets``, ``measures`` and ``matrix`` in the given order,
            ``order``, ``linkage``, ``groups`` at 0.8 and ``left_out``.
        """
        return {
            "clusterings": self.clusterings,
            "datasets": self.datasets,
            "measures": list(self.measures),
            "matrix": self.matrix.tolist(),
            "order": list(self.order),
            "linkage": self.linkage.tolist(),
            "groups": [list(group) for group in self.groups()],
            "left_out": dict(self.left_out),
        }

    def to_json(self) -> str:
        """Return everything as JSON.

        Returns
        -------
        str
            A JSON document.
        """
        text: str = above("report").consistency_sheet(self).render("json")
        return text

    def plot_tree(self, ax: Axes | None = None) -> Axes:
        """Draw the tree of the measures with matplotlib: joined at their mean correlation.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("consistency_tree", ax, self)

    @property
    def summary(self) -> tuple[str, ...]:
        """What was ranked, the groups of measures that rank alike, and what was left out."""
        of = number_of(self.clusterings, "clustering", "clusterings")
        if self.datasets > 1:
            of += f" of {self.datasets} data sets"
        groups = [group for group in self.groups() if len(group) > 1]
        alike = "; ".join(listed(group) for group in groups) or "none"
        missing = [f"Left out: {name} {reason}." for name, reason in self.left_out.items()]
        return (
            f"Kendall's rank correlation over {of}.",
            f"Measures that rank alike (mean correlation of at least {GROUPED}): {alike}.",
            *missing,
        )

    def __str__(self) -> str:
        text: str = above("report").consistency_sheet(self).render("table").rstrip("\n")
        return text

    __repr__ = __str__
