"""Counts of entries by verdict, numbers and statements apart, and the sentences about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from partita.base.wording import number_of
from partita.report.formats.text import Cell, Table

from .entries import BASES, VERDICTS, Entry, Kind
from .frame import Finding, Findings
from .run import Run


def entries_of(findings: Iterable[Finding]) -> list[Entry]:
    """All entries of the findings."""
    return [entry for finding in findings for entry in finding.entries]


def counts(entries: Iterable[Entry], kind: Kind) -> dict[str, int]:
    """Number of entries of a kind with each verdict.

    >>> counts([Entry("a", "1", "1", "reproduced")], "number")["reproduced"]
    1
    """
    found = Counter[str](one.verdict for one in entries if one.kind == kind)
    return {verdict: found[verdict] for verdict in VERDICTS[kind]}


def by_basis(entries: Iterable[Entry]) -> list[tuple[Kind, str, dict[str, int]]]:
    """Counts by verdict for each kind and basis that occurs."""
    kept = list(entries)
    rows: list[tuple[Kind, str, dict[str, int]]] = []
    for kind in VERDICTS:
        for basis in BASES:
            some = [one for one in kept if (one.kind, one.basis) == (kind, basis)]
            if some:
                rows.append((kind, basis, counts(some, kind)))
    return rows


def tables(findings: Findings) -> dict[str, Table]:
    """By caption: counts by study if there are several, and by basis."""
    whole = entries_of(finding for _, found in findings.values() for finding in found)
    made: dict[str, Table] = {}
    for kind, verdicts in VERDICTS.items():
        by_study: list[tuple[Cell, ...]] = [
            (study.title, *counts(entries_of(found), kind).values())
            for study, found in findings.values()
        ]
        bases: list[tuple[Cell, ...]] = [
            (basis, *found.values()) for of, basis, found in by_basis(whole) if of == kind
        ]
        if len(by_study) > 1:
            made[f"{kind.capitalize()}s by study"] = Table(("study", *verdicts), by_study)
        if bases:
            made[f"{kind.capitalize()}s by basis"] = Table(("basis", *verdicts), bases)
    return made


def printed(entries: Iterable[Entry]) -> list[Entry]:
    """Numbers that the papers themselves print and that our copy of the text has."""
    return [
        one
        for one in entries
        if one.kind == "number" and one.basis != "third party" and one.verdict != "lost"
    ]


def sentences(entries: Sequence[Entry]) -> list[str]:
    """The tally in words: numbers of the papers, statements, and numbers that have no verdict."""
    said = []
    if numbers := printed(entries):
        agree = [one for one in numbers if one.verdict == "reproduced"]
        said.append(
            f"Of {number_of(len(numbers), 'number', 'numbers')} that a paper prints and our"
            f" copy of it contains, {len(agree)} agree in every digit{_split(agree)}."
            f"{_rest(numbers, 'reproduced')}"
        )
    if statements := [one for one in entries if one.kind == "statement"]:
        hold = [one for one in statements if one.verdict == "holds"]
        said.append(
            f"Of {number_of(len(statements), 'statement', 'statements')}, {len(hold)} hold"
            f"{_split(hold)}.{_rest(statements, 'holds')}"
        )
    if lost := [one for one in entries if one.verdict == "lost"]:
        said.append(
            f"{number_of(len(lost), 'number is', 'numbers are')} lost: our copies of the papers"
            " lack what is printed there."
        )
    if foreign := [one for one in entries if one.basis == "third party"]:
        agree = [one for one in foreign if one.verdict == "reproduced"]
        said.append(
            f"Of {number_of(len(foreign), 'number', 'numbers')} of other software, {len(agree)}"
            " agree in every digit."
        )
    return said


def small_sample(entry: Entry, run: Run) -> str:
    """What a quick run has less of for an entry; empty if nothing, as in a full run."""
    return entry.sampled if run.effort == "quick" else ""


def sampling(entries: Sequence[Entry], run: Run) -> str:
    """What smaller samples can change in a quick run; nothing to say of a full run."""
    small = sum(bool(small_sample(one, run)) for one in entries)
    if not small:
        return ""
    return (
        f"This is a quick run. {number_of(small, 'entry', 'entries')} of {len(entries)}, marked"
        " “small sample”, come from smaller samples or fewer repetitions than those of a full run,"
        " as their notes say; their verdicts can differ for that reason alone."
    )


def _split(agree: Sequence[Entry]) -> str:
    """By basis, in parentheses."""
    found = Counter[str](one.basis for one in agree)
    said = [f"{found[basis]} {basis}" for basis in BASES if found[basis]]
    return f" (by basis: {', '.join(said)})" if said else ""


def _rest(entries: Sequence[Entry], but: str) -> str:
    found = Counter[str](one.verdict for one in entries if one.verdict != but)
    order = VERDICTS[entries[0].kind]
    said = [f"{found[verdict]} {verdict}" for verdict in order if found[verdict]]
    return f" The others: {', '.join(said)}." if said else ""
