"""The kinds of clusterings that measures take as arguments."""

from __future__ import annotations

from typing import Any

from ...base.errors import InputError
from .base import Made, Soft, like, one_hot
from .fuzzy import Fuzzy
from .possibilistic import Possibilistic
from .rough import Rough


def as_fuzzy(a: Any, side: str) -> Fuzzy:
    """Take a fuzzy clustering or hard labels; the user converts other kinds."""
    return _taken(a, side, Fuzzy, "memberships that sum to 1", _TO_FUZZY)


def as_degrees(a: Any, side: str) -> Soft:
    """Take fuzzy or possibilistic memberships, or hard labels."""
    return a if isinstance(a, Possibilistic) else as_fuzzy(a, side)


def as_rough(a: Any, side: str) -> Rough:
    """Take a rough clustering or hard labels; the user converts other kinds."""
    return _taken(a, side, Rough, "sets of possible clusters", _TO_ROUGH)


_TO_FUZZY = {
    "Rough": "partita.soft.equal_shares",
    "Evidential": "partita.soft.pignistic or partita.soft.plausibility",
    "Possibilistic": "partita.soft.evidential and then partita.soft.pignistic",
}
_TO_ROUGH = {
    "Fuzzy": "partita.soft.credible_sets",
    "Evidential": "partita.soft.maximal_mass or partita.soft.interval_dominance",
    "Possibilistic": "partita.soft.alpha_cuts",
}


def _taken(a: Any, side: str, kind: type[Made], what: str, remedies: dict[str, str]) -> Made:
    if isinstance(a, kind):
        return a
    if isinstance(a, Soft):
        name = type(a).__name__
        raise InputError(
            f"{side} is {name}, but this compares {what}: convert it by {remedies[name]}"
        )
    grouped, names = one_hot(a, side)
    rows = grouped.rows if kind is Fuzzy else grouped.rows > 0
    return like(a, kind, rows=rows, index=grouped.index, clusters=names)
