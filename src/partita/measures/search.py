"""Find a measure by a name in any spelling, or say what to write instead."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.wording import did_you_mean
from .names import names_of
from .other_names import instead_of
from .spelling import folded, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .measure import Measure

_WORD, _FEW = 4, 4  # letters of a rare word at least, and measures with it at most


def search(name: str, measures: Mapping[str, Measure]) -> Measure:
    """Find the one measure with this name in some spelling; refuse others with a hint."""
    for spelled in (folded, joined):
        wanted = spelled(name)
        matches = [m for m in measures.values() if wanted in map(spelled, names_of(m))]
        if len(matches) == 1:
            return matches[0]
    raise InputError(f"no measure is called {name!r}; {_remedy(name, measures)}")


def _remedy(name: str, measures: Mapping[str, Measure]) -> str:
    """Say what to write instead of an unknown name."""
    known = {folded(one) for m in measures.values() for one in names_of(m)}
    parts = name.replace(",", " ").split()
    if len(parts) > 1 and {folded(part) for part in parts} <= known:
        return (
            f"pass several measures as a list, {parts!r}, or on the command line separated by "
            f"blanks: {' '.join(parts)}"
        )
    return instead_of(name) or f"{_near(name, measures)}`partita measures` lists them all"


def _near(name: str, measures: Mapping[str, Measure]) -> str:
    """Ask whether a measure was meant whose name is spelled alike or has a rare word in common."""
    known = [one for m in measures.values() for one in names_of(m)]
    alike = [*get_close_matches(name, known, 2), *get_close_matches(folded(name), known, 2)]
    candidates = {*alike, *_with_a_word_of(name, measures.values())}
    return did_you_mean(name, sorted(candidates), most=3, alike=0)


def _with_a_word_of(name: str, measures: Iterable[Measure]) -> list[str]:
    """Return the measures with a word of this name that few measures have."""
    words = {word for word in _words(name) if len(word) >= _WORD}
    holders: dict[str, list[str]] = {word: [] for word in words}
    for one in measures:
        own = {word for each in names_of(one) for word in _words(each)}
        for word in words & own:
            holders[word].append(one.name)
    return [one for names in holders.values() if len(names) <= _FEW for one in names]


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", folded(name).replace("_", " "))
