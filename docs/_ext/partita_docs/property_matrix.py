"""The page with the properties of all measures: a picture, and the same as tables.

Testing all measures takes a minute, so the answers are recorded in ``docs/property_matrix.csv``.
``python -m partita_docs.property_matrix``, in ``docs/_ext``, writes the record again, and the tests
compare it with new answers.
"""

from __future__ import annotations

import csv

import partita
from partita import figures
from partita.base.wording import percent
from partita.behavior.finding import PropertyFinding
from partita.behavior.results import Properties, PropertyMatrix
from partita.figures.svg.svg import document

from .markdown import page, plain, table
from .measure_pages import measures
from .property_record import RECORD, recorded

GROUPS = {  # heading: the first property below it
    "Desirable properties": "P1",
    "Mathematical properties": "symmetry",
    "Metric axioms": "identity",
    "Claims about soft clusterings": "Proposition 1, lower",
}


def answers(names: list[str]) -> list[list[str]]:
    """Test measures: a row for each, below a row with the names of the properties."""
    found = partita.property_matrix(names)
    header = ["measure", *(one.name for one in found.measures[0])]
    return [header, *([row.measure, *map(_word, row)] for row in found)]


def _word(found: PropertyFinding) -> str:
    """The answer, or for "no" the share of the trials in which the property held."""
    return f"{found.rate:.6g}" if found.answer == "no" else found.answer


def pages() -> dict[str, str]:
    """The page and its picture."""
    header, *rows = recorded()
    picture = document(figures.property_matrix(_matrix(header, rows)))
    sections = [part for title in GROUPS for part in _section(title, header, rows)]
    return {
        "properties/matrix.svg": picture,
        "properties/index.md": page(HEAD.format(measures=len(rows)), PICTURE, *sections),
    }


def _matrix(header: list[str], rows: list[list[str]]) -> PropertyMatrix:
    return PropertyMatrix(
        tuple(Properties(row[0], tuple(map(_finding, header[1:], row[1:])), seed=0) for row in rows)
    )


def _finding(name: str, word: str) -> PropertyFinding:
    if word in ("yes", "asymptotically", "no value"):
        return PropertyFinding(name, "", "", word, float(word == "yes"), 0)
    return PropertyFinding(name, "", "", "no", float(word), 0)


HEAD = """---
html_theme.sidebar_secondary.remove: true
---

# Properties of all measures

Which of the {measures} measures have which properties? [Properties of a
measure](../../properties.md) explains each property, and `partita.properties(NAME)` shows the
counterexamples. For all measures at once, write `partita.property_matrix("all")` or
`partita properties all`, which takes one to two minutes.

In the picture, ● means that no trial refuted the property, ≈ that it holds more closely as
the number of objects grows, and – that the measure has no value there. A number means no: it is the
share of the trials, in percent, in which the property held. The tables below have the same answers.
Some properties are meant for scores only: `expected_mutual_information` is a baseline."""

PICTURE = """:::{container} wide
![The properties of all measures as a matrix; the tables below have the same answers](matrix.svg)
:::"""


def _section(title: str, header: list[str], rows: list[list[str]]) -> list[str]:
    firsts = [header.index(first) for first in GROUPS.values()]
    start = header.index(GROUPS[title])
    end = next((first for first in firsts if first > start), len(header))
    lines = [[_link(row[0]), *map(_shown, row[start:end])] for row in rows]
    return [f"## {title}", table(("measure", *map(plain, header[start:end])), lines)]


def _link(name: str) -> str:
    return f"[{name.replace('_', '_<wbr>')}](../measures/{name}.md)"


def _shown(word: str) -> str:
    return percent(float(word)) if word[0].isdigit() else word


def main() -> None:
    """Write the record."""
    with RECORD.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(answers([m.name for m in measures()]))


if __name__ == "__main__":
    main()
