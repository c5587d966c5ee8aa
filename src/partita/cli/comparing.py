"""Compare the clusterings of a file, for `score` and `compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.progress import working
from ..base.wording import first_of, printable
from ..measures.chosen import ALL, asks_for_all
from .source import Source, note_left_out, policies, read_source
from .terminal import note

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from ..comparison.comparison import Comparison
    from ..comparison.sweep_record import Sweep
    from ..measures.chosen import Chosen

_NAMED = 12  # files in the report


def compared(arguments: Namespace, asked: Sequence[Chosen]) -> tuple[Source, Comparison]:
    """Read the file and compare its clusterings by the measures."""
    _refuse_idle(arguments)
    source = read_source(arguments, arguments.prediction)
    note_left_out(arguments, source)
    found = comparison_of(arguments, source, asked)
    for score in found.scores:
        if score.undefined and not asks_for_all(arguments.measure):
            note(f"{score.prediction}: {score.undefined}")
    return source, found


def _refuse_idle(arguments: Namespace) -> None:
    """Refuse options without effect."""
    if arguments.confidence is not None or getattr(arguments, "baseline", None) is not None:
        return
    for option in ("method", "groups"):
        if getattr(arguments, option) is not None:
            compared = ", or --baseline" if hasattr(arguments, "baseline") else ""
            raise InputError(
                f"--{option} has no effect without --confidence, such as 0.95{compared}"
            )
    if arguments.draws is not None and arguments.null is None:
        raise InputError("--draws has no effect without --confidence or --null: nothing is drawn")


def check_interactive(arguments: Namespace) -> None:
    """Refuse to make a report interactive that is not written."""
    if arguments.interactive and arguments.report is None:
        raise InputError("--interactive has no effect without --report, the file of the report")


def comparison_of(arguments: Namespace, source: Source, asked: Sequence[Chosen]) -> Comparison:
    """Compare the columns of a source; the truth has the name of its column."""
    from dataclasses import replace

    from ..comparison.compare import compare

    every = [ALL] if asks_for_all(getattr(arguments, "measure", None)) else []
    many = len(source.predictions)
    clusterings = f"{many} clustering{'s' if many > 1 else ''}"
    with working(f"comparing {clusterings} of {source.rows:,} objects"):
        found = compare(
            source.truth.labels,
            source.labels,
            measures=[*asked, *every],
            confidence=arguments.confidence,
            null=arguments.null,
            method=arguments.method or "calibrated",
            draws=arguments.draws,
            rng=arguments.seed,
            **policies(arguments, source),
        )
    counted = found.counted
    if arguments.weights is None:  # a row for several objects has no weight
        counted = {name: one._replace(weighted=False) for name, one in counted.items()}
    return replace(found, truth=source.truth.name, counted=counted)


def save_report(arguments: Namespace, subject: Comparison | Sweep, path: str) -> str:
    """Write the report and return a sentence with its path."""
    with working("writing the report"):
        subject.report(path, facts=_facts(arguments), interactive=arguments.interactive)
    return f"report written to {path}: open it in a browser"


def _facts(arguments: Namespace) -> dict[str, str]:
    """The command as typed, and the files that it names, for the report."""
    import shlex

    files = [*getattr(arguments, "file", ()), getattr(arguments, "truth_file", None) or ""]
    facts = {
        "files": first_of([name for name in files if name], _NAMED),
        "command": shlex.join(["partita", *arguments.given]),
    }
    return {name: printable(text) for name, text in facts.items() if text}
