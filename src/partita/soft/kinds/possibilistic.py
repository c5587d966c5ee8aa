"""`Possibilistic`: each object has a possibility for every cluster."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from ...base.arrays import Floats
from ...base.checks import one_of
from .base import Soft, objects_of, one_hot
from .checks import check_entries, check_normal, check_not_empty, scaled
from .couplings import Coupling, check_coupling
from .grouping import regrouped
from .reading import read_clusters, read_matrix


class Possibilistic(Soft):
    """Each object has a possibility, from 0 to 1, of belonging to each cluster.

    The possibility of a hard clustering C is the minimum of μ_x(C(x)) over the objects
    (`coupling="comonotone"`: one common level for all objects) or their product
    (`coupling="independent"`: a level for each object), or what another t-norm makes of them.

    Parameters
    ----------
    possibilities
        One row for each object, entries from 0 to 1; in the forms that `Fuzzy` takes.
    coupling : {"comonotone", "independent", "lukasiewicz", "drastic"} or callable
        How possibilities of objects combine: by the minimum, the product, max(0, a + b - 1), or the
        drastic t-norm (0 unless one of both is 1); or by a t-norm of your own, a function of two
        numbers. The last three have a `partita.law`, but no masses of the objects.
    subnormal : {"error", "rescale", "empty"}
        A row with a maximum below 1 is refused, divided by its maximum, or kept, with the missing
        part as mass on the empty set (see `evidential`). Rows of zeros are always refused.
    clusters
        Names of the clusters.

    Raises
    ------
    InputError
        If the possibilities cannot be read. The message says which row is wrong and why.

    Examples
    --------
    >>> from partita import Possibilistic
    >>> Possibilistic([[1, 0.4], [0, 1]])
    <Possibilistic: 2 objects, 2 clusters, 1 uncertain>
    """

    coupling: Coupling
    _fields: ClassVar[tuple[str, ...]] = (*Soft._fields, "coupling")

    def __init__(
        self,
        possibilities: Any,
        *,
        coupling: Coupling = "comonotone",
        subnormal: str = "error",
        clusters: Any = None,
    ) -> None:
        one_of("subnormal", subnormal, ("error", "rescale", "empty"))
        grouped, names = read_matrix(possibilities, "possibilities")
        check_entries(grouped, "possibilities", most=1.0)
        check_not_empty(grouped, "possibilities")
        if subnormal == "rescale":
            peaks = grouped.rows.max(axis=1)
            grouped = regrouped(scaled(grouped, peaks, "possibilities"))
        elif subnormal == "error":
            check_normal(grouped, "possibilities")
        check_coupling(coupling, grouped.rows)
        titles = read_clusters(clusters, names, grouped.rows.shape[1])
        self._settle(**objects_of(grouped, possibilities), clusters=titles, coupling=coupling)

    @classmethod
    def from_labels(cls, labels: Any, *, coupling: Coupling = "comonotone") -> Self:
        """Give each object possibility 1 for the cluster of its label, and 0 for the others.

        Parameters
        ----------
        labels
            The cluster of each object.
        coupling
            As for `Possibilistic`.

        Returns
        -------
        Possibilistic
            The clustering, in which every object is certain.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        grouped, names = one_hot(labels)
        check_coupling(coupling, grouped.rows)
        return cls._make(**objects_of(grouped, labels), clusters=names, coupling=coupling)

    @property
    def possibilities(self) -> Floats:
        """The possibility of each cluster for each object, of shape (n, k)."""
        return self.rows[self.index]
