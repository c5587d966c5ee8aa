"""The gate of a command: limits and a baseline, the checks they make, and what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import InputError
from ..base.progress import working
from ..measures.chosen import asks_for_all, choose_all
from ..report.formats.sheet import Part
from ..report.formats.text import Table
from .files import STDIN, shown_files
from .gate.checks import Check, failures
from .gate.limits import Limit, limit_checks, read_limit
from .gate_options import check_options, keeps_objects
from .status import DONE, FAILED
from .terminal import note, say

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from ..comparison.comparison import Comparison
    from ..measures.chosen import Chosen
    from ..report.formats.sheet import Sheet
    from .gate.baseline import Baseline, Run
    from .gate.changes import Change
    from .gate.plan import Plan
    from .source import Source

LEVEL = 0.95  # of all intervals of a gate together


class Kept(NamedTuple):
    """What a run needs that keeps its clusterings, or compares them with a baseline."""

    measures: Sequence[Chosen]
    settings: Mapping[str, str | None]
    plan: Plan
    baseline: Baseline | None


class Gate(NamedTuple):
    """What the scores of a command must meet."""

    limits: Sequence[Limit]
    kept: Kept | None = None

    @property
    def asked(self) -> list[Chosen]:
        """The measures that must be computed."""
        return [*(one.chosen for one in self.limits), *(self.kept.measures if self.kept else ())]


class Outcome(NamedTuple):
    """The checks of a run, and the changes among them."""

    checks: Sequence[Check] = ()
    changes: Sequence[Change] = ()
    notes: Sequence[str] = ()

    @property
    def status(self) -> int:
        """The exit status."""
        return FAILED if failures(self.checks) else DONE

    def added_to(self, sheet: Sheet) -> Sheet:
        """The output with the checks in JSON, and with the changes where it is read."""
        if not self.checks:
            return sheet
        document = {**sheet.document, "checks": [one.to_dict() for one in self.checks]}
        parts = [*sheet.parts, _part(self)] if self.changes else sheet.parts
        return sheet._replace(document=document, parts=parts)


def gate_of(arguments: Namespace, default: Sequence[str] = ()) -> Gate:
    """Read the limits and the baseline; `default` are the measures that are compared with it."""
    check_options(arguments)
    limits = [read_limit(text) for text in arguments.fail_under]
    return Gate(limits, _kept(arguments, default) if keeps_objects(arguments) else None)


def _kept(arguments: Namespace, default: Sequence[str]) -> Kept:
    from .gate.baseline import read_baseline
    from .gate.plan import Plan
    from .gate.runs import settings_of

    plan = Plan(
        LEVEL if arguments.confidence is None else arguments.confidence,
        arguments.margin or 0.0,
        arguments.fail_on or "certain",
        arguments.method or "calibrated",
        arguments.draws,
        arguments.seed,
    )
    baseline = None
    if arguments.baseline is not None:
        if asks_for_all(arguments.measure):
            raise InputError(
                "--baseline with --measure all finds hardly any loss, because every further measure"
                " widens all intervals: name the few that matter, such as --measure adjusted_rand"
            )
        baseline = read_baseline(arguments.baseline)
    measures = choose_all(arguments.measure or default)
    return Kept(measures, settings_of(arguments), plan, baseline)


def hold(gate: Gate, arguments: Namespace, source: Source, comparison: Comparison) -> Outcome:
    """Make the checks, write what says how they ended, and keep the clusterings."""
    found = Outcome(list(limit_checks(comparison, gate.limits)))
    if gate.kept is None:
        _tell(found, arguments)
        return found
    from .gate.runs import run_of

    run = run_of(arguments, gate.kept.settings, source, comparison)
    if gate.kept.baseline is not None:
        found = _compared(gate.kept, gate.kept.baseline, run, found.checks)
    _tell(found, arguments)
    if arguments.write_baseline is not None:
        _write_baseline(run, arguments.write_baseline, found)
    return found


def _compared(kept: Kept, baseline: Baseline, run: Run, checks: Sequence[Check]) -> Outcome:
    from .gate.changes import changes, guarantee

    with working(f"comparing with {baseline.path}"):
        found = changes(run, baseline, kept.measures, kept.plan)
    notes = guarantee(found, kept.plan, baseline.path)
    return Outcome([*checks, *(one.check(kept.plan) for one in found)], found, notes)


def _tell(found: Outcome, arguments: Namespace) -> None:
    """Name the failed checks on stderr, and write the files for other programs."""
    from ..base.files import write_whole

    if arguments.annotations:
        from .gate.annotations import lines

        path, *others = arguments.file
        for line in lines(found.checks, None if others or path == STDIN else path):
            say(line + "\n")
    else:
        for one in failures(found.checks):
            note(str(one))
    if arguments.summary is not None:
        from .gate.pull_request import pull_request

        text = pull_request(found.checks, shown_files(arguments), found.notes)
        write_whole(arguments.summary, text)
    if arguments.junit is not None:
        from .gate.junit import junit

        write_whole(arguments.junit, junit(found.checks, shown_files(arguments)))


def _write_baseline(run: Run, path: str, found: Outcome) -> None:
    from ..base.files import write_whole
    from .gate.baseline import baseline_text

    if failures(found.checks):
        note(f"{path} is not written, because a check failed")
        return
    write_whole(path, baseline_text(run))
    note(f"baseline written to {path}")


def _part(found: Outcome) -> Part:
    """The changes as a table."""
    header = ("measure", "clustering", "before", "now", "change", "low", "high", "outcome")
    rows = [one.row for one in found.changes]
    return Part(Table(header, rows), "Changes since the baseline", found.notes)
