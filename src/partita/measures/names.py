"""Names of measures: canonical names, symbols, and names in other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .measure import Measure

_OWNERS: dict[str, str] = {}  # the last measure to declare a name, symbol or alias, in folded case


def names_of(m: Measure) -> tuple[str, ...]:
    """Return the name, the symbol and the aliases of a measure."""
    return (m.name, m.symbol, *m.aliases)


def named(name: str, measures: Mapping[str, Measure]) -> Measure | None:
    """Return the measure with exactly this name, symbol or alias."""
    if name in measures:
        return measures[name]
    return next((m for m in measures.values() if name == m.symbol or name in m.aliases), None)


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
