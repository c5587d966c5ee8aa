"""`Fuzzy`: each object has a membership in every cluster."""

from __future__ import annotations

from typing import Any, Self

from ...base.arrays import Floats
from .base import Soft, objects_of, one_hot
from .checks import check_entries, check_sums, scaled
from .grouping import regrouped
from .reading import read_clusters, read_matrix


class Fuzzy(Soft):
    """Each object divides a membership of 1 among the clusters.

    With memberships as probabilities and independent objects, it is a distribution over hard
    clusterings: Pr(C) = Π_x u_x(C(x)).

    Parameters
    ----------
    memberships
        One row for each object, one column for each cluster, not negative, with rows that sum to
        1 (within 1e-9 per column; rows of 32-bit floats within their rounding, 1.2e-7 per column,
        and they are divided by their sums). A NumPy or SciPy sparse array, nested lists, or a
        frame whose column names become the names of the clusters. The output of `predict_proba`
        of scikit-learn can be passed as it is.
    clusters
        Names of the clusters; by default the columns of the frame, or 0, 1, 2, ...

    Raises
    ------
    InputError
        If the memberships cannot be read. The message says which row is wrong and why.

    Examples
    --------
    >>> Fuzzy([[1, 0], [0.3, 0.7]])
    <Fuzzy: 2 objects, 2 clusters, 1 uncertain>
    """

    def __init__(self, memberships: Any, *, clusters: Any = None) -> None:
        grouped, names = read_matrix(memberships, "memberships")
        check_entries(grouped, "memberships")
        remedy = "use Fuzzy.normalized to divide rows by their sums"
        grouped = check_sums(grouped, "memberships", remedy)
        titles = read_clusters(clusters, names, grouped.rows.shape[1])
        self._settle(**objects_of(grouped, memberships), clusters=titles)

    @classmethod
    def normalized(cls, memberships: Any, *, clusters: Any = None) -> Self:
        """Divide every row by its sum; rows of zeros are refused.

        Parameters
        ----------
        memberships
            As for `Fuzzy`; rows may have any positive sum.
        clusters
            Names of the clusters.

        Returns
        -------
        Fuzzy
            The clustering.

        Raises
        ------
        InputError
            If a row is zero or has a negative entry, or the memberships cannot be read.

        Examples
        --------
        >>> from partita import Fuzzy
        >>> Fuzzy.normalized([[3, 1], [2, 2]]).memberships.tolist()
        [[0.75, 0.25], [0.5, 0.5]]
        """
        grouped, names = read_matrix(memberships, "memberships")
        check_entries(grouped, "memberships")
        grouped = regrouped(scaled(grouped, grouped.rows.sum(axis=1), "memberships"))
        titles = read_clusters(clusters, names, grouped.rows.shape[1])
        return cls._make(**objects_of(grouped, memberships), clusters=titles)

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Give each object a membership of 1 in the cluster of its label.

        Parameters
        ----------
        labels
            The cluster of each object.

        Returns
        -------
        Fuzzy
            The clustering, in which every object is certain.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        grouped, names = one_hot(labels)
        return cls._make(**objects_of(grouped, labels), clusters=names)

    @property
    def memberships(self) -> Floats:
        """The membership of each object in each cluster, of shape (n, k)."""
        return self.rows[self.index]
