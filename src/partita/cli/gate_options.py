"""Options of the gate, and what they need of the input."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from math import isfinite

from ..base.errors import InputError
from .options import add

GATE = "gate"
_OUTPUTS = ("summary", "junit", "annotations")


def limit_option(command: ArgumentParser) -> None:
    """Add limits of scores."""
    text = "exit with status 1 if a score is worse than VALUE, for example adjusted_rand=0.8"
    settings = {"nargs": "+", "action": "extend", "default": [], "metavar": "NAME=VALUE"}
    add(command, GATE, "--fail-under", help=text, **settings)


def baseline_options(command: ArgumentParser) -> None:
    """Add the comparison with an earlier run."""
    write = "keep the clusterings in FILE, for --baseline; not written if a check fails"
    add(command, GATE, "--write-baseline", type=_file, metavar="FILE", help=write)
    read = (
        "compare with the clusterings of an earlier run (--write-baseline) on the same objects;"
        " exit with status 1 after a loss"
    )
    add(command, GATE, "--baseline", metavar="FILE", help=read)
    which = "losses that fail: only certain ones, or likely ones too (default: certain)"
    add(command, GATE, "--fail-on", choices=("certain", "likely"), help=which)
    margin = "accept losses up to X in every measure (default: 0)"
    add(command, GATE, "--margin", type=_margin, metavar="X", help=margin)


def outcome_files(command: ArgumentParser) -> None:
    """Add the files that say what failed."""
    summary = "write the checks as Markdown, for a pull request or $GITHUB_STEP_SUMMARY"
    add(command, GATE, "--summary", type=_file, metavar="FILE", help=summary)
    junit = "write the checks as JUnit XML"
    add(command, GATE, "--junit", type=_file, metavar="FILE", help=junit)
    text = "print failed checks to stderr as annotations of GitHub Actions"
    add(command, GATE, "--annotations", action="store_true", help=text)


def keeps_objects(arguments: Namespace) -> bool:
    """Whether clusterings are kept or compared object by object."""
    given = (getattr(arguments, name, None) for name in ("baseline", "write_baseline"))
    return any(one is not None for one in given)


def check_options(arguments: Namespace) -> None:
    """Refuse options without effect."""
    baseline = getattr(arguments, "baseline", None)
    for option in ("fail_on", "margin"):
        if getattr(arguments, option, None) is not None and baseline is None:
            raise InputError(
                f"--{option.replace('_', '-')} has no effect without --baseline, the file of an"
                " earlier run"
            )
    for option in _OUTPUTS:
        if getattr(arguments, option) and baseline is None and not arguments.fail_under:
            raise InputError(
                f"--{option} has no effect without a check: add --fail-under adjusted_rand=0.8, or"
                " --baseline"
            )


def _file(text: str) -> str:
    if text in ("", "-"):
        raise ArgumentTypeError(f"expected the name of a file, found {text!r}; stdout has scores")
    return text


def _margin(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not (found >= 0 and isfinite(found)):
        raise ArgumentTypeError(f"expected a number such as 0.01, found {text!r}")
    return found
