"""Names of measures: canonical names, symbols, and names in other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .measure import Measure


_OWNERS: dict[str, str] = {}  # the last measure to declare a name, symbol or alias, in folded case


def names_of(m: Measure) -> tuple[str, ...]:
    """Return the name, the symbol and the aliases of a measure."""
    return (m.name, m.symbol, *m.aliases)


def found(name: str, measures: Mapping[str, Measure]) -> Measure:
    """Find a measure by any of its names, ignoring case; refuse an unknown name with a hint."""
    if name in measures:
        return measures[name]
    for one in measures.values():
        if name == one.symbol or name in one.aliases:
            return one
    folded = _folded(name)
    matches = [m for m in measures.values() if folded in map(_folded, names_of(m))]
    if len(matches) == 1:
        return matches[0]
    raise InputError(f"no measure is called {name!r}; {_remedy(name, measures)}")


def _remedy(name: str, measures: Mapping[str, Measure]) -> str:
    """Say what to write instead of an unknown name."""
    from .other_names import instead_of

    known = [one for m in measures.values() for one in names_of(m)]
    parts = name.replace(",", " ").split()
    if len(parts) > 1 and {_folded(part) for part in parts} <= set(map(_folded, known)):
        return (
            f"pass several measures as a list, {parts!r}, or on the command line separated by "
            f"blanks: {' '.join(parts)}"
        )
    meant = did_you_mean(name, known, most=3)
    return instead_of(name) or f"{meant}`partita measures` lists them all"


def _folded(name: str) -> str:
    """Return a name in folded case, with words joined as in Python.

    >>> _folded("Fowlkes-Mallows"), _folded("Hubert's gamma")
    ('fowlkes_mallows', 'hubert_gamma')
    """
    return "_".join(name.casefold().replace("'s ", " ").replace("-", " ").split())


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
