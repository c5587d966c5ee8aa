"""Text and data of the studies: every number of the papers with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from partita.report.formats.sheet import Part, Sheet
from partita.report.formats.text import Table

from .frame import VERDICTS, Entry, Finding, Study, tally
from .run import Run


def study_sheet(findings: Mapping[str, tuple[Study, Sequence[Finding]]], run: Run) -> Sheet:
    """All entries of the studies that were run."""
    records = [
        {"study": name, "finding": finding.title, **asdict(entry)}
        for name, (_, found) in findings.items()
        for finding in found
        for entry in finding.entries
    ]
    document = {"schema": 1, "seed": run.seed, "effort": run.effort, "entries": records}
    parts = [part for study, found in findings.values() for part in _parts(study, found)]
    return Sheet(document, records, _long(records), parts)


def _parts(study: Study, found: Sequence[Finding]) -> Iterator[Part]:
    counts = [f"{number} {kind}" for kind, number in tally(found).items() if number]
    yield Part(title=study.title, sentences=[", ".join(counts) or "no printed numbers"])
    for finding in found:
        if finding.entries:
            yield Part(_table(finding.entries), finding.title, _reasons(finding.entries))


def _table(entries: Sequence[Entry]) -> Table:
    rows = [(one.what, one.paper or "-", one.ours, one.verdict) for one in entries]
    return Table(("number", "paper", "ours", "verdict"), rows)


def _reasons(entries: Sequence[Entry]) -> list[str]:
    """The reasons why entries are not reproduced, each once."""
    noted = dict.fromkeys((one.verdict, one.note) for one in entries if one.note)
    ordered = sorted(noted, key=lambda pair: VERDICTS.index(pair[0]))
    return [f"{verdict}: {note}" for verdict, note in ordered]


def _long(records: Sequence[Mapping[str, Any]]) -> Table:
    header = ("study", "finding", "what", "paper", "ours", "verdict", "note")
    return Table(header, [tuple(record[name] for name in header) for record in records])
