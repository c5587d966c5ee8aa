"""Indices of rough clusterings that share an object equally among its possible clusters."""

from __future__ import annotations

from typing import Any

from ..kinds.clusterings import Fuzzy
from ..kinds.conversions import as_rough, equal_shares
from .campello import campello_adjusted_rand, campello_jaccard, campello_rand
from .registry import relational


def _shared(a: Any, b: Any) -> tuple[Fuzzy, Fuzzy]:
    return equal_shares(as_rough(a, "a")), equal_shares(as_rough(b, "b"))


@relational(symbol="R_R", hard="rand", identity=False, references=("depaolini2018",))
def rough_rand(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Campello's Rand index after each object is shared equally among its possible clusters.

    Beware: "in one of these, unknown which" becomes "in each of these by a part", so ambiguity is
    read as fuzziness. The interval of the hard Rand index keeps the two apart.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import rough_rand
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(rough_rand([0, 0, 1, 1], soft), 4)
    0.75
    """
    return campello_rand(*_shared(a, b), tnorm=tnorm)


@relational(
    symbol="ARI_R",
    hard="adjusted_rand",
    identity=False,
    references=("depaolini2018",),
    bounds=(-1.0, 1.0),
)
def rough_adjusted_rand(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Campello's adjusted Rand index after sharing objects equally (see `rough_rand`).

    Beware: ambiguity is read as fuzziness, and 0 is chance for hard counts only.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import rough_adjusted_rand
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(rough_adjusted_rand([0, 0, 1, 1], soft), 4)
    0.4706
    """
    return campello_adjusted_rand(*_shared(a, b), tnorm=tnorm)


@relational(symbol="J_R", hard="jaccard", identity=False, references=("depaolini2018",))
def rough_jaccard(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Campello's Jaccard index after sharing objects equally (see `rough_rand`).

    Beware: ambiguity is read as fuzziness, and the index is not corrected for chance.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import rough_jaccard
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(rough_jaccard([0, 0, 1, 1], soft), 4)
    0.5
    """
    return campello_jaccard(*_shared(a, b), tnorm=tnorm)
