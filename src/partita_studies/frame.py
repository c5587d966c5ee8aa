"""A study and its parts; a finding of each; and the verdict on each printed number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table

from .run import Run

Verdict = Literal["reproduced", "close", "differs", "lost"]
VERDICTS: tuple[Verdict, ...] = ("reproduced", "close", "differs", "lost")


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of the paper, and ours."""

    what: str
    paper: str  # as printed; empty if our copy of the text lost it
    ours: str
    verdict: Verdict
    note: str = ""  # the reason, wherever the two differ


@dataclass(frozen=True, slots=True)
class Finding:
    """One table or figure of a paper, reproduced."""

    title: str  # "Table 4: thirteen measures of two clusterings"
    where: str  # section, table or figure of the source
    text: str  # what was done and how the paper was read; an empty line between paragraphs
    entries: tuple[Entry, ...] = ()
    tables: Mapping[str, Table] = field(default_factory=dict)  # by caption
    figures: tuple[Figure, ...] = ()

    def count(self) -> dict[Verdict, int]:
        """Number of entries with each verdict."""
        return {kind: sum(e.verdict == kind for e in self.entries) for kind in VERDICTS}


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


def judged(
    what: str, paper: float | None, ours: float, *, digits: int, near: float = 0.0, note: str = ""
) -> Entry:
    """Compare a printed number with ours: reproduced if they agree in every printed digit.

    Papers round halves up or down, so half a unit of the last digit agrees. Within `near` the
    entry is close, and its note says so. None stands for a number that the text lost.

    >>> judged("ARI", 0.73, 0.7302, digits=2).verdict
    'reproduced'
    >>> close = judged("ARI", 0.73, 0.7402, digits=2, near=0.02)
    >>> close.verdict, close.note
    ('close', 'within 0.02')
    >>> judged("ARI", None, 0.7402, digits=2)
    Entry(what='ARI', paper='', ours='0.74', verdict='lost', note='')
    """
    shown = f"{ours:.{digits}f}"
    if paper is None:
        return Entry(what, "", shown, "lost", note)
    distance = abs(paper - ours)
    exact = distance <= 0.5 * 10.0**-digits * (1 + 1e-9)
    verdict: Verdict = "reproduced" if exact else "close" if distance <= near else "differs"
    if verdict == "close":
        note = f"within {near:g}; {note}" if note else f"within {near:g}"
    return Entry(what, f"{paper:.{digits}f}", shown, verdict, note)


def stated(what: str, paper: str, ours: str, *, holds: bool, note: str = "") -> Entry:
    """Compare a statement of the paper with what we found."""
    return Entry(what, paper, ours, "reproduced" if holds else "differs", note)


def judge_all(
    paper: Mapping[str, float], ours: Mapping[str, float | None], *, digits: int, what: str = "{}"
) -> tuple[Entry, ...]:
    """Judge each number of the paper by our number of the same name."""
    return tuple(
        judged(what.format(name), value, ours[name] or 0.0, digits=digits)
        for name, value in paper.items()
    )


def tally(findings: Iterable[Finding]) -> dict[Verdict, int]:
    """Number of entries with each verdict, over all findings."""
    counts = [finding.count() for finding in findings]
    return {kind: sum(count[kind] for count in counts) for kind in VERDICTS}
