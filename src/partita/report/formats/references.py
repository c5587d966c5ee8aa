"""The bibliography `references.bib`, and its entries as lines of text.

The reader supports the BibTeX of that file: entries ``@kind{key,``, one field per line with its
value in braces, a closing brace on its own line. Other lines between entries are prose; a line
inside an entry that is not a field is an error.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

Entry = dict[str, str]

_SOFTWARE = {
    "author": "{The partita developers}",
    "title": "{partita}: external evaluation of clusterings",
}
_ENTRY = re.compile(r"@(\w+)\{([\w-]+),")
_FIELD = re.compile(r"\s+(\w+) = \{(.*)\},")


def parse(text: str) -> dict[str, Entry]:
    """The entries of a bibliography by key; the field ``kind`` is the kind of the entry."""
    entries: dict[str, Entry] = {}
    current: Entry | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if opening := _ENTRY.fullmatch(line):
            kind, key = opening.groups()
            if current is not None or key in entries:
                raise ValueError(f"line {number}: {key!r} is opened twice or inside another entry")
            current = entries[key] = {"kind": kind}
        elif current is None:
            continue
        elif line == "}":
            current = None
        elif field := _FIELD.fullmatch(line):
            current[field[1]] = field[2]
        else:
            raise ValueError(f"line {number}: expected 'field = {{value}},', found {line!r}")
    if current is not None:
        raise ValueError("the last entry is not closed")
    return entries


@cache
def bibliography() -> dict[str, Entry]:
    """Every entry of the package's `references.bib`."""
    path = Path(__file__).parents[2] / "references.bib"
    return parse(path.read_text("utf-8"))


def entry_text(key: str) -> str:
    """One entry as BibTeX reads it; accents are commands, which every TeX prints."""
    from .tex_text import ascii_letters

    entry = bibliography()[key]
    fields = [f"  {name} = {{{ascii_letters(v)}}}," for name, v in entry.items() if name != "kind"]
    return "\n".join([f"@{entry['kind']}{{{key},", *fields, "}"]) + "\n"


def software_citation() -> str:
    """A citation of this version of partita as a line of text."""
    from ... import __version__

    author, title = map(plain, _SOFTWARE.values())
    return f"{author}. {title}, version {__version__}. Computer software."


def software_entry() -> str:
    """An entry for this version of partita, with the key ``partita``."""
    from ... import __version__

    fields = {**_SOFTWARE, "note": f"Computer software, version {__version__}"}
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items()]
    return "\n".join(["@misc{partita,", *lines, "}"]) + "\n"


def plain(value: str) -> str:
    """A field without braces, with dashes as characters.

    Examples
    --------
    >>> plain("Comparing {K}-means---pages 1--2")
    'Comparing K-means—pages 1–2'
    """
    bare = value.replace("{", "").replace("}", "")
    return bare.replace("---", "—").replace("--", "–")


def names(authors: str) -> str:
    """Authors in reading order.

    Examples
    --------
    >>> names("Hubert, Lawrence and Arabie, Phipps")
    'Lawrence Hubert and Phipps Arabie'
    >>> names("Tian, Luyi and others")
    'Luyi Tian and others'
    """
    people = [" ".join(reversed(name.split(", "))) for name in authors.split(" and ")]
    return " and ".join(filter(None, [", ".join(people[:-1]), people[-1]]))


def citation(key: str) -> str:
    """An entry as a line of text.

    Examples
    --------
    >>> citation("mirkin1996")
    'Boris Mirkin (1996). Mathematical Classification and Clustering. Kluwer Academic Publishers.'
    """
    entry = {name: plain(value) for name, value in bibliography()[key].items()}
    edition = f", {entry['edition']} edition" if "edition" in entry else ""
    end = "" if entry["title"].endswith("?") else "."
    title = entry["title"] + edition + end
    return f"{names(entry['author'])} ({entry['year']}). {title} {_where(entry)}."


def _where(entry: Entry) -> str:
    """Where it appeared: journal and volume, proceedings or publisher, and pages."""
    place = next(entry[name] for name in _PLACES if name in entry)
    if "volume" in entry:
        issue = f"({entry['number']})" if "number" in entry else ""
        place += f" {entry['volume']}{issue}"
    elif entry["kind"] == "article":  # online, not yet in a volume
        place += f", doi:{entry['doi']}"
    elif entry["kind"] == "techreport":
        place += f", technical report {entry['number']}"
    return f"{place}, {entry['pages']}" if "pages" in entry else place


_PLACES = ("journal", "booktitle", "institution", "publisher")
