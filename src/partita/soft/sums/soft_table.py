"""Sums over the objects of two fuzzy sides: all that some soft measures need of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...measures.chosen import choose
from ...table.cells import join_names
from ..kinds.results import Expectation
from ..two_sides.gram_sums import GramSums
from .indices import OF_SUMS
from .sum_means import GRAM_MEANS
from .whole_sums import UNIT, Whole, floats, zeros

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...measures.measure import Measure


@dataclass(frozen=True, eq=False)
class SoftTable:
    """The soft contingency table N = UᵀV and the other sums of products of memberships.

    U holds the memberships of the objects in the classes, V those in the clusters; a hard side has
    rows of 0 and 1. Tables add, exactly, if they speak of the same groups. `soft_table` makes them.
    """

    n: int  #: number of objects
    classes: NDArray[Any]  #: names of the classes
    clusters: NDArray[Any]  #: names of the clusters
    hard: tuple[bool, bool]  #: whether every object is certain in the truth, in the prediction
    joint: Whole  #: Σ u_i v_j
    totals: tuple[Whole, Whole]  #: Σ u_i and Σ v_j
    grams: tuple[Whole, Whole]  #: Σ u_i u_k and Σ v_j v_l
    squares: tuple[Whole, Whole]  #: Σ u_i² |v|² and Σ v_j² |u|²

    @property
    def shape(self) -> tuple[int, int]:
        """Number of classes and of clusters."""
        return len(self.classes), len(self.clusters)

    @property
    def cells(self) -> Floats:
        """N = UᵀV: the mean number of objects in each class and cluster, classes as rows."""
        return floats(self.joint)

    @property
    def sums(self) -> GramSums:
        """The sums that pair counts and means read."""
        own = np.diagonal(self.grams[0]), np.diagonal(self.grams[1])
        return GramSums(self.n, self.joint, self.totals, own, self.squares[0], UNIT)

    @property
    def swapped_sums(self) -> GramSums:
        """The same with the clusters as classes."""
        (totals, others), (own, other) = self.totals, self.sums.own
        return GramSums(self.n, self.joint.T, (others, totals), (other, own), self.squares[1], UNIT)

    def __add__(self, other: object) -> SoftTable:
        """Add the sums of other objects; groups of one name are one group."""
        if not isinstance(other, SoftTable):
            return NotImplemented
        classes, *rows = join_names(self.classes, other.classes)
        clusters, *cols = join_names(self.clusters, other.clusters)
        both = self, other
        sizes, places = (len(classes), len(clusters)), (rows, cols)

        def added(parts: list[Whole], *sides: int) -> Whole:
            total = zeros(*(sizes[side] for side in sides))
            for part, which in zip(parts, range(2), strict=True):
                total[np.ix_(*(places[side][which] for side in sides))] += part
            return total

        return SoftTable(
            self.n + other.n,
            classes,
            clusters,
            (self.hard[0] and other.hard[0], self.hard[1] and other.hard[1]),
            added([one.joint for one in both], 0, 1),
            (added([t.totals[0] for t in both], 0), added([t.totals[1] for t in both], 1)),
            (added([t.grams[0] for t in both], 0, 0), added([t.grams[1] for t in both], 1, 1)),
            (added([t.squares[0] for t in both], 0), added([t.squares[1] for t in both], 1)),
        )

    def __radd__(self, other: object) -> SoftTable:
        return self if other == 0 else NotImplemented  # sum() starts from 0

    def expectation(self, measure: Measure | str, **options: Any) -> Expectation:
        """The mean of a measure over the hard clusterings that the memberships allow.

        For Rand, Mirkin and their relatives; where one side is hard, also pair recall or precision
        and B-cubed. `partita.expectation` on memberships in memory takes every measure.

        Beware: objects are taken as independent, as everywhere in `partita.expectation`.

        Parameters
        ----------
        measure
            The measure, or its name.
        **options
            Options of the measure.

        Returns
        -------
        Expectation
            The mean.

        Raises
        ------
        InputError
            If the mean does not follow from these sums.
        """
        chosen = choose((measure, options))
        which = chosen.measure
        if which.name not in GRAM_MEANS:
            raise InputError(
                f"{which.name} needs more of the memberships than sums of products: use "
                f"partita.expectation on memberships in memory, or one of {', '.join(GRAM_MEANS)}"
            )
        value = GRAM_MEANS[which.name](self, which, chosen.options)
        return Expectation(value, value, value, 0.0, "exact", ("Gram sums",))

    def relational(self, name: str) -> float:
        """A relational index by its name, such as "frigui_rand" or "fuzzy_adjusted_rand".

        Parameters
        ----------
        name
            Name of the index.

        Returns
        -------
        float
            Its value.

        Raises
        ------
        InputError
            If the index does not follow from these sums.
        """
        if name not in OF_SUMS:
            raise InputError(
                f"{name!r} is no index of sums of products; these are: {', '.join(OF_SUMS)}"
            )
        return OF_SUMS[name](self)

    def __repr__(self) -> str:
        groups = f"{len(self.classes)} classes, {len(self.clusters)} clusters"
        return f"<SoftTable: {self.n} objects, {groups}>"
