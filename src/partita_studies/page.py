"""The HTML page of the studies: every table and figure of the papers, theirs and ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partita.figures.svg.svg import svg
from partita.report.formats.markup import Markup, paragraph, prose, tag
from partita.report.formats.references import citation
from partita.report.formats.text import Cell, Table
from partita.report.page.frame import Section, document, figure, folded, section, subsection, table
from partita.report.page.methods import versions

from .frame import VERDICTS, Entry, Finding, Study, tally
from .run import Run

Findings = Mapping[str, tuple[Study, Sequence[Finding]]]

_LONG = 20  # numbers; a longer list is folded below its tally

_MEANING = (
    ("reproduced", "our number agrees with the printed one in every digit"),
    ("close", "our number is near; the note says how near"),
    ("differs", "our number differs; the note gives the reason if we know it"),
    ("lost", "the printed number is missing from our copy of the text"),
)


def study_page(findings: Findings, run: Run) -> str:
    """One HTML page of all studies that were run."""
    sections = [_summary(findings)]
    sections += [_study(study, found) for study, found in findings.values()]
    sections.append(_methods(run))
    return document(
        "Reproducing the papers behind partita",
        sections,
        lead=paragraph(
            "Every table and figure of the papers that partita is built on, computed again and "
            "compared with the printed numbers.",
            kind="lead",
        ),
        footer=f"Made by {versions()}. This page loads nothing and runs no script.",
    )


def _summary(findings: Findings) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (study.title, *(tally(found)[kind] for kind in VERDICTS))
        for study, found in findings.values()
    ]
    meaning = [tag("li", tag("strong", word), f": {said}.") for word, said in _MEANING]
    return section(
        "summary",
        "Results",
        table(Table(("study", *VERDICTS), rows), "Numbers of the papers, by verdict"),
        tag("ul", *meaning),
    )


def _study(study: Study, found: Sequence[Finding]) -> Section:
    parts = [_finding(one) for one in found]
    source = [paragraph(citation(study.reference), kind="source")] if study.reference else []
    return section(study.name, study.title, *source, *_paragraphs(study.about), *parts)


def _finding(one: Finding) -> Markup:
    body: list[Markup] = [paragraph(one.where, kind="source"), *_paragraphs(one.text)]
    if one.entries:
        body.append(_entries(one.entries))
    body += [figure(svg(picture), picture.title) for picture in one.figures]
    body += [table(numbers, caption) for caption, numbers in one.tables.items()]
    return subsection(one.title, *body)


def _entries(entries: Sequence[Entry]) -> Markup:
    noted = any(one.note for one in entries)
    header = ("", "paper", "ours", "verdict", *(("note",) if noted else ()))
    rows = [
        (
            one.what,
            one.paper or "–",
            one.ours,
            tag("span", one.verdict, class_=f"chip {one.verdict}"),
            *((one.note,) if noted else ()),
        )
        for one in entries
    ]
    numbers = table(Table(header, rows), "The paper's numbers and ours")
    shown = tag("div", numbers, class_="entries")
    if len(entries) <= _LONG:
        return shown
    counts = Finding("", "", "", tuple(entries)).count()
    said = ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
    return folded(f"The paper's numbers and ours: {said}", shown)


def _methods(run: Run) -> Section:
    effort = {
        "full": "in full",
        "quick": "quickly, with smaller samples and fewer repetitions, so some numbers are rougher",
    }[run.effort]
    command = "partita reproduce all" + (" --quick" if run.effort == "quick" else "")
    return section(
        "methods",
        "How this was computed",
        paragraph(f"The studies were run {effort}, with seed {run.seed}, by {versions()}."),
        paragraph("To repeat it: ", tag("code", f"{command} --seed {run.seed}"), "."),
    )


def _paragraphs(text: str) -> list[Markup]:
    return [paragraph(prose(part)) for part in text.split("\n\n") if part]
