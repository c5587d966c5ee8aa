"""`SoftTable`: sums over the objects of two fuzzy sides, which are all that some measures need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...measures.chosen import choose
from ...table.group_names import join_names
from ..kinds.results import Expectation
from ..two_sides.gram_sums import GramSums
from .integer_sums import UNIT, Integers, floats, zeros
from .readings import GRAM_MEANS, OF_SUMS, gram_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...measures.measure import Measure


@dataclass(frozen=True, eq=False)
class SoftTable:
    """The soft contingency table N = UᵀV and the other sums of products of memberships.

    U contains the memberships of the objects in the classes, V the memberships in the clusters. A
    hard side has rows of 0 and 1. Tables can be added without rounding; groups with the same name
    are one group. `partita.soft_table` makes them.
    """

    n: int  #: number of objects
    classes: NDArray[Any]  #: names of the classes
    clusters: NDArray[Any]  #: names of the clusters
    hard: tuple[bool, bool]  #: whether every object is certain in the truth, in the prediction
    joint: Integers  #: Σ u_i v_j
    totals: tuple[Integers, Integers]  #: Σ u_i and Σ v_j
    grams: tuple[Integers, Integers]  #: Σ u_i u_k and Σ v_j v_l
    squares: tuple[Integers, Integers]  #: Σ u_i² |v|² and Σ v_j² |u|²

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
        """The Gram sums that pair counts and means need."""
        own = np.diagonal(self.grams[0]), np.diagonal(self.grams[1])
        return GramSums(self.n, self.joint, self.totals, own, self.squares[0], UNIT)

    @property
    def swapped_sums(self) -> GramSums:
        """The same with classes and clusters exchanged."""
        (totals, others), (own, other) = self.totals, self.sums.own
        return GramSums(self.n, self.joint.T, (others, totals), (other, own), self.squares[1], UNIT)

    def __add__(self, other: object) -> SoftTable:
        """Add the sums of other objects; groups with the same name are one group."""
        if not isinstance(other, SoftTable):
            return NotImplemented
        classes, *rows = join_names(self.classes, other.classes)
        clusters, *cols = join_names(self.clusters, other.clusters)
        sizes, places = (len(classes), len(clusters)), (rows, cols)

        def added(read: Callable[[SoftTable], Integers], *sides: int) -> Integers:
            total = zeros(*(sizes[side] for side in sides))
            for which, table in enumerate((self, other)):
                total[np.ix_(*(places[side][which] for side in sides))] += read(table)
            return total

        return SoftTable(
            self.n + other.n,
            classes,
            clusters,
            (self.hard[0] and other.hard[0], self.hard[1] and other.hard[1]),
            added(lambda t: t.joint, 0, 1),
            (added(lambda t: t.totals[0], 0), added(lambda t: t.totals[1], 1)),
            (added(lambda t: t.grams[0], 0, 0), added(lambda t: t.grams[1], 1, 1)),
            (added(lambda t: t.squares[0], 0), added(lambda t: t.squares[1], 1)),
        )

    def __radd__(self, other: object) -> SoftTable:
        return self if other == 0 else NotImplemented  # sum() starts from 0

    def expectation(self, measure: Measure | str, **options: Any) -> Expectation:
        """Return the mean of a measure over the hard clusterings that the memberships allow.

        This works for Rand, Mirkin and their relatives and, if one side is hard, for pair recall
        or precision and B-cubed. `partita.expectation` on memberships in memory takes every
        measure.

        Beware: objects are treated as independent, as in `partita.expectation`.

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
        if chosen.measure.name not in GRAM_MEANS:
            raise InputError(
                f"{chosen.measure.name} needs more than sums of products: use partita.expectation "
                f"on memberships in memory, or one of {', '.join(GRAM_MEANS)}"
            )
        value = gram_mean(self, chosen.measure, chosen.options)
        return Expectation(value, value, value, 0.0, "exact", ("Gram sums",))

    def relational(self, name: str) -> float:
        """Return a relational index by its name, such as "frigui_rand".

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
                f"{name!r} does not follow from sums of products; these indices do: "
                f"{', '.join(OF_SUMS)}"
            )
        return OF_SUMS[name](self)

    def __repr__(self) -> str:
        groups = f"{len(self.classes)} classes, {len(self.clusters)} clusters"
        return f"<SoftTable: {self.n} objects, {groups}>"
