"""Two covers of the same elements, and the statistics that measures read."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Array, Codes
from ..base.checks import one_of
from ..base.errors import InputError
from ..base.wording import article, show
from ..labels.alignment import check_order
from ..soft.kinds.grouping import Crossed, crossed
from ..table.group_names import join_names
from .cover import Cover
from .profiles import Profiles, profiles

if TYPE_CHECKING:
    from scipy.sparse import csr_array


_WAYS = ("error", "inner", "outer")
_BY_ELEMENTS = "pass elements=labels.index to match by id, or .to_numpy() of both"


def align(a: Cover, b: Cover, how: str = "error") -> tuple[Cover, Cover]:
    """Return two covers over the same elements in the same order.

    Parameters
    ----------
    a, b
        The two covers.
    how
        ``"error"``: both must have the same elements, in any order. ``"inner"``: keep the
        elements of both; clusters that lose all their elements are dropped. ``"outer"``: keep all
        elements; an element that is missing in one cover is in no cluster there.

    Returns
    -------
    tuple of Cover
        Both covers, with the same elements.

    Raises
    ------
    InputError
        If the elements differ and `how` does not say what to do.

    Examples
    --------
    >>> a = Cover.from_clusters([["x", "y"], ["y", "z"]])
    >>> b = Cover.from_clusters([["y", "z"], ["z", "w"]])
    >>> [side.elements.tolist() for side in align(a, b, "inner")]
    [['y', 'z'], ['y', 'z']]
    """
    one_of("how", how, _WAYS)
    for side, name in ((a, "the first argument"), (b, "the second argument")):
        _check(side, name)
    check_order({"the first cover": a, "the second cover": b}, _BY_ELEMENTS)
    ids, left, right = join_names(a.elements, b.elements)
    places = [np.full(len(ids), -1, dtype=np.int64) for _ in range(2)]
    for place, found in zip(places, (left, right), strict=True):
        place[found] = np.arange(len(found))
    both = (places[0] >= 0) & (places[1] >= 0)
    if how == "error" and not both.all():
        _refuse_unequal(ids, both, places)
    kept = both if how == "inner" else np.ones(len(ids), dtype=bool)
    if not both.any():
        raise InputError("the two covers have no element in common: there is nothing to compare")
    sides = (a.taken(places[0][kept], ids[kept]), b.taken(places[1][kept], ids[kept]))
    if not all(side.k for side in sides):
        raise InputError("no element of both covers is in a cluster of each")
    return sides


def _check(side: Any, name: str) -> None:
    if not isinstance(side, Cover):
        raise InputError(
            f"{name} is {article(type(side).__name__)}, not a Cover: build one with "
            "Cover.from_clusters, from_memberships, from_matrix or from_labels, which say what the "
            "clusters and the elements are"
        )


def _refuse_unequal(ids: Array, both: Array, places: list[Codes]) -> None:
    at = int(np.argmin(both))
    which, other = ("first", "second") if places[0][at] >= 0 else ("second", "first")
    alone = [int((places[1 - side] < 0).sum()) for side in (0, 1)]
    raise InputError(
        f"the element {show(ids[at])} of the {which} cover is not in the {other} one ({alone[0]} "
        f'only in the first, {alone[1]} only in the second): pass align="inner" to compare the '
        'elements of both, or align="outer" to put the others in no cluster'
    )


class CoverPair:
    """Two covers over the same elements; statistics for measures are computed once and kept.

    Parameters
    ----------
    a, b
        The two covers.
    align_
        As `how` of `align`: ``"error"``, ``"inner"`` or ``"outer"``.

    Raises
    ------
    InputError
        If the elements differ and `align_` does not say what to do.

    Examples
    --------
    >>> from partita import Cover
    >>> pair = CoverPair(Cover.from_labels([0, 0, 1]), Cover.from_labels([0, 1, 1]))
    >>> pair.n, pair.identical
    (3, False)
    """

    def __init__(self, a: Cover, b: Cover, align_: str = "error") -> None:
        self.a, self.b = align(a, b, one_of("align", align_, _WAYS))

    @property
    def n(self) -> int:
        """Number of elements."""
        return self.a.n

    @cached_property
    def groups(self) -> Crossed:
        """Elements grouped by their clusters on both sides."""
        return crossed(self.a.signatures.index, self.b.signatures.index)

    @cached_property
    def table(self) -> csr_array:
        """Number of elements that a cluster of the first and one of the second cover share."""
        shared = (self.a.matrix().T @ self.b.matrix()).tocsr()
        shared.sort_indices()
        return shared

    @cached_property
    def profiles(self) -> Profiles:
        """The numbers of clusters that pairs of elements share on either side."""
        return profiles(self.a.signatures, self.b.signatures, self.groups)

    @cached_property
    def identical(self) -> bool:
        """Whether both have the same clusters equally often, whatever their names."""
        if self.a.k != self.b.k or len(self.a.codes) != len(self.b.codes):
            return False
        return sorted(member_lists(self.a)) == sorted(member_lists(self.b))


def member_lists(cover: Cover) -> list[bytes]:
    """Return the places of the members of each cluster, as bytes that sort like numbers."""
    owners = np.repeat(np.arange(cover.n), cover.degrees)
    order = np.argsort(cover.codes, kind="stable")
    parts = np.split(owners[order].astype(">i8"), np.cumsum(cover.sizes)[:-1])
    return [part.tobytes() for part in parts]
