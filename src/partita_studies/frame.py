"""What a study is made of: parts, each with a finding; and printed numbers set beside ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from partita.figures.grammar.marks import Figure
    from partita.report.formats.text import Table

    from .run import Run

Verdict = Literal["reproduced", "close", "differs", "lost"]
VERDICTS: tuple[Verdict, ...] = ("reproduced", "close", "differs", "lost")


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of the paper beside ours."""

    what: str
    paper: str  # as printed; empty where the text lost it
    ours: str
    verdict: Verdict
    note: str = ""  # the reason, wherever the two differ


@dataclass(frozen=True, slots=True)
class Finding:
    """One table or figure of a paper, done again."""

    title: str  # "Table 4: thirteen measures of two clusterings"
    where: str  # section, table or figure of the source
    text: str  # what was done and how the paper was read; paragraphs are parted by empty lines
    entries: tuple[Entry, ...] = ()
    tables: tuple[tuple[str, Table], ...] = ()  # caption and numbers
    figures: tuple[Figure, ...] = ()

    def count(self) -> dict[Verdict, int]:
        """How many entries have each verdict."""
        return {kind: sum(e.verdict == kind for e in self.entries) for kind in VERDICTS}


@dataclass(frozen=True, slots=True)
class Part:
    """A step of a study: its key on the command line and in the cache, and what it does."""

    key: str
    title: str
    work: Callable[[Run], Finding]


@dataclass(frozen=True, slots=True)
class Study:
    """A paper and the steps that do its experiments again."""

    name: str
    title: str
    reference: str  # key of references.bib
    about: str  # a paragraph: what the paper shows and what came out here
    parts: tuple[Part, ...]


def judged(
    what: str, paper: float | None, ours: float, *, digits: int, near: float = 0.0, note: str = ""
) -> Entry:
    """Set a printed number beside ours: reproduced if it agrees in every digit printed.

    Half a unit of the last digit either way is agreement, because papers round either way; within
    `near` the entry is close, which is for the reader to weigh, and says so. A number that the
    text lost is None.

    Examples
    --------
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
    """Set a statement of the paper beside what was found."""
    return Entry(what, paper, ours, "reproduced" if holds else "differs", note)


def judge_all(
    paper: Mapping[str, float | None],
    ours: Mapping[str, float],
    *,
    digits: int,
    near: float = 0.0,
    notes: Mapping[str, str] | None = None,
) -> tuple[Entry, ...]:
    """Judge each number of ours by the paper's number of the same name."""
    return tuple(
        judged(
            key, paper.get(key), value, digits=digits, near=near, note=(notes or {}).get(key, "")
        )
        for key, value in ours.items()
    )


def tally(findings: Iterable[Finding]) -> dict[Verdict, int]:
    """How many entries of all findings have each verdict."""
    counts = [finding.count() for finding in findings]
    return {kind: sum(count[kind] for count in counts) for kind in VERDICTS}
