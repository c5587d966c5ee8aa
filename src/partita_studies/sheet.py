"""Text and data of the studies: every number of the papers with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from partita.report.formats.sheet import Part, Sheet
from partita.report.formats.text import Table

from .entries import VERDICTS, Entry
from .frame import Finding, Findings, Study
from .run import Run
from .tally import by_basis, entries_of, sampling, sentences, small_sample, tables


def study_sheet(findings: Findings, run: Run) -> Sheet:
    """All entries of the studies that were run."""
    records = [
        {"study": name, "finding": finding.title, **_record(entry, run)}
        for name, (_, found) in findings.items()
        for finding in found
        for entry in finding.entries
    ]
    tally = [
        {"study": name, "kind": kind, "basis": basis, **counts}
        for name, (_, found) in findings.items()
        for kind, basis, counts in by_basis(entries_of(found))
    ]
    whole = entries_of(finding for _, found in findings.values() for finding in found)
    document = {
        "schema": 2,
        "seed": run.seed,
        "effort": run.effort,
        "summary": _said(whole, run),
        "tally": tally,
        "entries": records,
    }
    parts = [part for study, found in findings.values() for part in _parts(study, found, run)]
    if len(findings) > 1:
        parts.append(Part(title="All studies", sentences=_said(whole, run)))
    parts += [Part(counted, caption) for caption, counted in tables(findings).items()]
    return Sheet(document, records, _long(records), parts)


def verdict(entry: Entry, run: Run) -> str:
    """The verdict, and whether it comes from a smaller sample than that of a full run."""
    return f"{entry.verdict} (small sample)" if small_sample(entry, run) else entry.verdict


def _record(entry: Entry, run: Run) -> dict[str, Any]:
    record = asdict(entry)
    del record["sampled"]
    return record | {"small_sample": small_sample(entry, run)}


def _said(entries: Sequence[Entry], run: Run) -> list[str]:
    said = [*sentences(entries), sampling(entries, run)]
    return [one for one in said if one] or ["Nothing is compared."]


def _parts(study: Study, found: Sequence[Finding], run: Run) -> Iterator[Part]:
    yield Part(title=study.title, sentences=_said(entries_of(found), run))
    for finding in found:
        if finding.entries:
            yield Part(_table(finding.entries, run), finding.title, _reasons(finding.entries, run))


def _table(entries: Sequence[Entry], run: Run) -> Table:
    several = any(one.basis != "paper" for one in entries)
    rows = [
        (
            one.what,
            verdict(one, run),
            *((one.basis,) if several else ()),
            one.paper or "-",
            one.ours or "-",
        )
        for one in entries
    ]
    return Table(("", "verdict", *(("basis",) if several else ()), "paper", "ours"), rows)


def _reasons(entries: Sequence[Entry], run: Run) -> list[str]:
    """The notes, each once, in the order of verdicts; then what a quick run has less of."""
    noted = dict.fromkeys((one.verdict, one.note) for one in entries if one.note)
    order = [verdict for kind in VERDICTS.values() for verdict in kind]
    ordered = sorted(noted, key=lambda pair: order.index(pair[0]))
    small = dict.fromkeys(filter(None, (small_sample(one, run) for one in entries)))
    return [
        *(f"{verdict}: {note}" for verdict, note in ordered),
        *(f"small sample: {what}" for what in small),
    ]


def _long(records: Sequence[Mapping[str, Any]]) -> Table:
    header = (
        "study", "finding", "kind", "what", "paper", "ours", "verdict", "basis", "note",
        "small_sample",
    )  # fmt: skip
    return Table(header, [tuple(record[name] for name in header) for record in records])
