"""A study, its parts, and the finding of each part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table

from .entries import (
    Entry,
    Verdict,
    based_on,
    from_samples,
    judge_all,
    judged,
    quoted,
    stated,
    without_data,
)
from .run import Run

__all__ = [
    "Entry",
    "Finding",
    "Findings",
    "Part",
    "Study",
    "Verdict",
    "based_on",
    "from_samples",
    "judge_all",
    "judged",
    "quoted",
    "stated",
    "without_data",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """One table or figure of a paper, reproduced."""

    title: str  # "Table 4: thirteen measures of two clusterings"
    where: str  # section, table or figure of the source
    text: str  # what was done and how the paper was read; an empty line between paragraphs
    entries: tuple[Entry, ...] = ()
    tables: Mapping[str, Table] = field(default_factory=dict)  # by caption
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A step of a study, with its key in the list of parts and in the cache."""

    key: str
    title: str
    work: Callable[[Run], Finding]


@dataclass(frozen=True, slots=True)
class Study:
    """A paper and the steps that reproduce its experiments."""

    name: str
    title: str
    reference: str  # key of references.bib
    about: str  # what the paper shows and what we found
    parts: tuple[Part, ...]


Findings = Mapping[str, tuple[Study, Sequence[Finding]]]
"""The studies that were run and what they found, by name."""
