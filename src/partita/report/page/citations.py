"""Citations: a link in the text, and a line in the list of references."""

from __future__ import annotations

from collections.abc import Iterable

from ..formats.markup import Markup, joined, tag
from ..formats.references import bibliography, citation, names, plain


class Citations:
    """The references of a page, collected while it is written."""

    def __init__(self) -> None:
        self._keys: set[str] = set()

    def cite(self, keys: Iterable[str]) -> Markup:
        """Links to the list of references; empty without keys."""
        found = list(keys)
        self._keys.update(found)
        return joined([tag("a", short_citation(key), href=f"#ref-{key}") for key in found], "; ")

    def listed(self) -> Markup:
        """The list of cited references, in the order of the bibliography."""
        keys = [key for key in bibliography() if key in self._keys]
        return tag("ul", *(tag("li", citation(key), id=f"ref-{key}") for key in keys))


def short_citation(key: str) -> str:
    """The names of the authors, and the year.

    >>> short_citation("rosenberg2007"), short_citation("vinh2010")
    ('Rosenberg and Hirschberg 2007', 'Vinh et al. 2010')
    """
    entry = bibliography()[key]
    family = [plain(person.split(",")[0]) for person in entry["author"].split(" and ")]
    if len(family) > 2 or family[-1] == "others":
        return f"{family[0]} et al. {entry['year']}"
    return f"{names(' and '.join(family))} {entry['year']}"
