"""Checks as Markdown for a pull request or the summary of a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import number_of, printable
from ...report.formats.text import escape_markdown
from .checks import failures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .checks import Check


def pull_request(checks: Sequence[Check], file: str, notes: Sequence[str]) -> str:
    """A heading with the outcome, a table of the checks, and how they were made."""
    failed = failures(checks)
    many = number_of(len(checks), "check", "checks")
    outcome = f"{len(failed)} of {many} failed" if failed else f"{many} passed"
    rows = [
        ("**failed**" if not one.passed else "passed", *_cells(one))
        for one in sorted(checks, key=lambda one: one.passed)
    ]
    header = ("result", "measure", "clustering", "demand", "found")
    lines = [
        f"### Clusterings in {_code(file)}: {outcome}",
        "",
        *(f"| {' | '.join(row)} |" for row in (header, ("---",) * len(header), *rows)),
    ]
    for note in notes:
        lines += ["", escape_markdown(printable(note))]
    return "\n".join(lines) + "\n"


def _cells(one: Check) -> tuple[str, ...]:
    names = _code(one.measure), _code(one.prediction)
    return (*names, *(escape_markdown(printable(text)) for text in (one.demand, one.found)))


def _code(name: str) -> str:
    """A name as code: GitHub makes no links or mentions of it (#1, @name)."""
    return f"<code>{escape_markdown(printable(name))}</code>"
