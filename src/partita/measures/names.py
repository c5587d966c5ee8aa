"""Names of measures: canonical names, symbols, and names in other packages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from ..base.errors import InputError
from ..base.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .measure import Measure


_GREEK = {"γ": "gamma", "β": "beta", "ε": "epsilon", "π": "pi"}
_SPELLED = str.maketrans({"′": "'", "’": "'", "-": " ", "_": " ", "&": " and ", **_GREEK})
_WORD, _FEW = 4, 4  # letters of a rare word at least, and measures with it at most
_OWNERS: dict[str, str] = {}  # the last measure to declare a name, symbol or alias, in folded case


def names_of(m: Measure) -> tuple[str, ...]:
    """Return the name, the symbol and the aliases of a measure."""
    return (m.name, m.symbol, *m.aliases)


def found(name: str, measures: Mapping[str, Measure]) -> Measure:
    """Find a measure by any of its names, in any spelling; refuse an unknown name with a hint."""
    if name in measures:
        return measures[name]
    for one in measures.values():
        if name == one.symbol or name in one.aliases:
            return one
    for spelled in (folded, _joined):
        wanted = spelled(name)
        matches = [m for m in measures.values() if wanted in map(spelled, names_of(m))]
        if len(matches) == 1:
            return matches[0]
    raise InputError(f"no measure is called {name!r}; {_remedy(name, measures)}")


def folded(name: str) -> str:
    """Return a name in folded case, with words joined as in Python and Greek letters by name.

    A symbol of at most five letters in parentheses at the end is left out.

    >>> folded("Fowlkes & Mallows index"), folded("Hubert's Γ"), folded("Mutual Information (MI)")
    ('fowlkes_and_mallows_index', 'hubert_gamma', 'mutual_information')
    """
    text = normalize("NFKC", name).casefold().translate(_SPELLED).replace("'s ", " ")
    return "_".join(re.sub(r"\s\([^()]{1,5}\)\s*$", "", text).split())


def _joined(name: str) -> str:
    """Return a folded name without gaps: "VD_n", "VDn" and "vd n" are the same."""
    return folded(name).replace("_", "")


def _remedy(name: str, measures: Mapping[str, Measure]) -> str:
    """Say what to write instead of an unknown name."""
    from .other_names import instead_of

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
    from difflib import get_close_matches  # slow to import, and only errors need it

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


def refuse_clashes(declared: Measure, measures: Mapping[str, Measure]) -> None:
    """Refuse a name, symbol or alias that another measure has, ignoring case."""
    for name in names_of(declared):
        known = measures.get(_OWNERS.get(name.casefold(), ""))
        if known is None or name.casefold() not in map(str.casefold, names_of(known)):
            continue  # free, or free again because its owner was declared again without it
        if known.name != declared.name or known.ours:
            raise InputError(
                f"{declared.name}: {name.casefold()!r} already means the measure {known.name}; "
                "choose another name, symbol or alias"
            )
    _OWNERS.update(dict.fromkeys(map(str.casefold, names_of(declared)), declared.name))
