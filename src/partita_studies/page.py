"""The HTML page of the studies: every table and figure of the papers, theirs and ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partita.figures.svg.svg import svg
from partita.report.formats.markup import Markup, joined, paragraph, prose, tag
from partita.report.formats.references import citation
from partita.report.formats.text import Table
from partita.report.page.frame import Section, document, figure, folded, section, subsection, table
from partita.report.page.methods import versions

from .entries import BASES, VERDICTS, Entry
from .frame import Finding, Findings, Study
from .run import Run
from .tally import counts, entries_of, sampling, sentences, small_sample, tables

_LONG = 20  # numbers; a longer list is folded below its tally


def study_page(findings: Findings, run: Run) -> str:
    """One HTML page of all studies that were run."""
    sections = [_summary(findings, run)]
    sections += [_study(study, found, run) for study, found in findings.values()]
    sections.append(_methods(run))
    return document(
        "Reproducing the papers behind partita",
        sections,
        lead=paragraph(
            "Every table and figure of the papers that partita is built on, computed again and "
            "compared with the printed numbers.",
            kind="lead",
        ),
        footer=f"Made by {versions()}.",
    )


def _summary(findings: Findings, run: Run) -> Section:
    whole = entries_of(finding for _, found in findings.values() for finding in found)
    said = [*sentences(whole), sampling(whole, run)]
    return section(
        "summary",
        "Results",
        *(paragraph(one) for one in said if one),
        *(table(counted, caption) for caption, counted in tables(findings).items()),
        folded("What the words mean", *_meanings()),
    )


def _meanings() -> list[Markup]:
    """A sentence for each verdict and each basis."""
    lists = {f"Verdicts on {kind}s": of for kind, of in VERDICTS.items()}
    named: dict[str, Mapping[str, str]] = {**lists, "Basis": BASES}
    return [
        piece
        for title, words in named.items()
        for piece in (
            paragraph(f"{title}:"),
            tag("ul", *(tag("li", tag("strong", word), f": {of}.") for word, of in words.items())),
        )
    ]


def _study(study: Study, found: Sequence[Finding], run: Run) -> Section:
    parts = [_finding(one, run) for one in found]
    source = [paragraph(citation(study.reference), kind="source")] if study.reference else []
    said = [paragraph(one) for one in sentences(entries_of(found))]
    return section(study.name, study.title, *source, *_paragraphs(study.about), *said, *parts)


def _finding(one: Finding, run: Run) -> Markup:
    body: list[Markup] = [paragraph(one.where, kind="source"), *_paragraphs(one.text)]
    if one.entries:
        body.append(_entries(one.entries, run))
    body += [figure(svg(picture), picture.title) for picture in one.figures]
    body += [table(numbers, caption) for caption, numbers in one.tables.items()]
    return subsection(one.title, *body)


def _entries(entries: Sequence[Entry], run: Run) -> Markup:
    several = any(one.basis != "paper" for one in entries)
    notes = [_note(one, run) for one in entries]
    rows = [
        (
            one.what,
            _chips(one, run),
            *((one.basis,) if several else ()),
            one.paper or "–",
            one.ours or "–",
            *((note,) if any(notes) else ()),
        )
        for one, note in zip(entries, notes, strict=True)
    ]
    basis, noted = ("basis",) * several, ("note",) * any(notes)
    header = ("", "verdict", *basis, "paper", "ours", *noted)
    numbers = table(Table(header, rows), "The paper and ours")
    shown = tag("div", numbers, class_="entries")
    if len(entries) <= _LONG:
        return shown
    said = [
        f"{number} {verdict}"
        for kind in VERDICTS
        for verdict, number in counts(entries, kind).items()
        if number
    ]
    return folded(f"The paper and ours: {', '.join(said)}", shown)


def _note(one: Entry, run: Run) -> str:
    """The note, and what a quick run has less of."""
    small = small_sample(one, run)
    return "; ".join(filter(None, (one.note, small and f"small sample: {small}")))


def _chips(one: Entry, run: Run) -> Markup:
    chip = tag("span", one.verdict, class_=f"chip {one.verdict.replace(' ', '-')}")
    if not small_sample(one, run):
        return chip
    return joined([chip, Markup(" "), tag("span", "small sample", class_="chip")])


def _methods(run: Run) -> Section:
    effort = {
        "full": "in full",
        "quick": "quickly, with smaller samples and fewer repetitions, so some numbers are rougher",
    }[run.effort]
    command = "partita reproduce all" + (" --quick" if run.effort == "quick" else "")
    command += f" --data {run.data}" if run.data else ""
    return section(
        "methods",
        "How this was computed",
        paragraph(f"The studies were run {effort}, with seed {run.seed}, by {versions()}."),
        paragraph("To repeat it: ", tag("code", f"{command} --seed {run.seed}"), "."),
    )


def _paragraphs(text: str) -> list[Markup]:
    return [paragraph(prose(part)) for part in text.split("\n\n") if part]
