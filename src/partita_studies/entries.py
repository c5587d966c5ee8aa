"""What a study compares: numbers and statements of a paper, each with a verdict and a basis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["number", "statement"]
Verdict = Literal[
    "reproduced", "close", "differs", "refuted", "lost", "no data", "holds", "does not hold"
]
Basis = Literal["paper", "reconstructed", "chosen", "other data", "third party"]

#: The verdicts on numbers and on statements, each in one sentence.
VERDICTS: dict[Kind, dict[str, str]] = {
    "number": {
        "reproduced": "our number agrees with the printed one in every digit",
        "close": "our number is near, and the note says how near",
        "differs": "our number differs, and we cannot prove that the printed one is wrong",
        "refuted": "our number differs, and the note proves that the printed one is wrong",
        "lost": "our copy of the text lacks the printed number",
        "no data": "the printed number needs data that may not be shipped; ours is of other data",
    },
    "statement": {
        "holds": "we find what the paper says",
        "does not hold": "we find something else, and cannot prove that the paper is wrong",
        "refuted": "the note proves that the statement is false",
    },
}

#: What an entry is computed from, each in one sentence.
BASES: dict[str, str] = {
    "paper": "from the paper's own data and definitions, or by proof",
    "reconstructed": (
        "from inputs that the text lacks and that we rebuilt from its numbers and statements, so"
        " they agree partly by construction"
    ),
    "chosen": "the paper leaves a choice open, and we kept the closest of several that we tried",
    "other data": "from other data, because the paper's data may not be shipped",
    "third party": "the number to compare with is not the paper's but that of other software",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One number or statement of the paper, and what we find."""

    what: str
    paper: str  # as printed; empty if our copy of the text lost it
    ours: str  # empty if there is none
    verdict: Verdict
    note: str = ""  # the reason, wherever the two differ
    kind: Kind = "number"
    basis: Basis = "paper"
    sampled: str = ""  # what is smaller in a quick run, which can change the entry


def judged(
    what: str,
    paper: float | None,
    ours: float,
    *,
    digits: int,
    near: float = 0.0,
    note: str = "",
    basis: Basis = "paper",
    refuted: bool = False,
) -> Entry:
    """Compare a printed number with ours: reproduced if they agree in every printed digit.

    Papers round halves up or down, so half a unit of the last digit agrees. Within `near` the
    entry is close, and its note says so. None stands for a number that the text lost. `refuted`
    says that the note proves a number wrong that is not reproduced.

    >>> judged("ARI", 0.73, 0.7302, digits=2).verdict
    'reproduced'
    >>> close = judged("ARI", 0.73, 0.7402, digits=2, near=0.02)
    >>> close.verdict, close.note
    ('close', 'within 0.02')
    >>> judged("ARI", None, 0.7402, digits=2).verdict
    'lost'
    """
    shown = f"{ours:.{digits}f}"
    if paper is None:
        return Entry(what, "", shown, "lost", note, basis=basis)
    distance = abs(paper - ours)
    exact = distance <= 0.5 * 10.0**-digits * (1 + 1e-9)
    verdict: Verdict = "reproduced" if exact else "close" if distance <= near else "differs"
    if verdict == "close":
        note = f"within {near:g}; {note}" if note else f"within {near:g}"
    if refuted and not exact:
        verdict = "refuted"
    return Entry(what, f"{paper:.{digits}f}", shown, verdict, note, basis=basis)


def quoted(
    what: str,
    paper: str,
    ours: str,
    *,
    agrees: bool,
    note: str = "",
    basis: Basis = "paper",
    refuted: bool = False,
) -> Entry:
    """Compare a number that the paper writes in its own way, such as 30/50 or an interval.

    >>> quoted("purity of C1", "30/50", "3/5", agrees=True).verdict
    'reproduced'
    """
    verdict: Verdict = "reproduced" if agrees else "refuted" if refuted else "differs"
    return Entry(what, paper, ours, verdict, note, basis=basis)


def stated(
    what: str,
    paper: str,
    ours: str,
    *,
    holds: bool,
    note: str = "",
    basis: Basis = "paper",
    refuted: bool = False,
) -> Entry:
    """Compare a statement of the paper with what we found.

    `refuted` says that the note proves a statement false that does not hold.

    >>> stated("all nine satisfy P4", "yes", "yes", holds=True).verdict
    'holds'
    """
    verdict: Verdict = "holds" if holds else "refuted" if refuted else "does not hold"
    return Entry(what, paper, ours, verdict, note, "statement", basis)


def without_data(what: str, paper: str, note: str, ours: str = "") -> Entry:
    """A printed number that needs data that may not be shipped; the note names them.

    `ours` is the number of other data, which says nothing about the printed one.

    >>> without_data("CV₁ of sports", ".42", "the documents of sports").verdict
    'no data'
    """
    return Entry(what, paper, ours, "no data", note, basis="other data")


def judge_all(
    paper: Mapping[str, float],
    ours: Mapping[str, float | None],
    *,
    digits: int,
    what: str = "{}",
    basis: Basis = "paper",
) -> tuple[Entry, ...]:
    """Judge each number of the paper by our number of the same name."""
    return tuple(
        judged(what.format(name), value, ours[name] or 0.0, digits=digits, basis=basis)
        for name, value in paper.items()
    )


def from_samples(entries: Iterable[Entry], smaller: str) -> tuple[Entry, ...]:
    """Mark entries that a quick run computes from less, and say from what.

    >>> (marked,) = from_samples([Entry("a", "1", "2", "differs")], "1 start instead of 10")
    >>> marked.sampled
    '1 start instead of 10'
    """
    return tuple(replace(one, sampled=smaller) for one in entries)


def based_on(basis: Basis, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries with another basis."""
    return tuple(replace(one, basis=basis) for one in entries)
