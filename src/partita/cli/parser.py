"""What can be typed: commands, their options, and which function runs each."""

from __future__ import annotations

import argparse
from functools import partial

from .. import __version__
from ..measure import MEASURES
from ..report.text import FORMATS
from .commands import demo, explain, measures, score, terminal_width


class _Once(argparse.Action):
    """An option with one value: given again, one of the two would be lost without a word."""

    given = False

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        del parser, option_string
        if self.given:
            raise argparse.ArgumentError(self, "given twice, and takes one value")
        self.given = True
        setattr(namespace, self.dest, values)


def parser() -> argparse.ArgumentParser:
    """Build the parser; ``arguments.run(arguments)`` gives the output and the exit status."""
    # Given a width, argparse need not import the modules that find one: a tenth of the start-up.
    help_formatter = partial(argparse.HelpFormatter, width=terminal_width() or 100)
    top = argparse.ArgumentParser(
        prog="partita",
        formatter_class=help_formatter,
        description="How well does a clustering agree with the truth, or with another clustering?",
        epilog="Exit status: 0 done, 1 a threshold missed, 2 wrong use or bad input, "
        "70 a fault of partita.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"partita {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", prog="partita")
    for name, run, fill, summary in (
        ("score", score, _score_options, "score clusterings in a CSV or TSV file"),
        ("measures", measures, _measures_options, "list the measures"),
        ("explain", explain, _explain_options, "what a measure says, and when it misleads"),
        ("soft", _soft, _soft_options, "score a clustering given by membership columns"),
        ("demo", demo, None, "score clusterings of real cells that come with partita"),
    ):
        command = commands.add_parser(
            name,
            help=summary,
            description=summary,
            formatter_class=help_formatter,
            allow_abbrev=False,
        )
        command.set_defaults(run=run)
        if fill is not None:
            fill(command)
    return top


def _score_options(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Score clusterings against the truth. Labels are compared as text; an empty field is a"
        " missing value, any other text (NA, nan, 0) is a label."
    )
    command.usage = "partita score FILE --truth COL --prediction COL [COL ...] [options]"
    add = command.add_argument
    _file_options(command)
    add(
        "--prediction",
        required=True,
        nargs="+",
        action="extend",
        metavar="COL",
        help="columns with clusterings",
    )
    add(
        "--measure",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="measures, options after a colon: v_measure:beta=0.5 (default: the headline measures)",
    )
    add("--weights", action=_Once, metavar="COL", help="column with the weight of each object")
    add(
        "--missing",
        action=_Once,
        choices=("error", "drop", "singletons", "category"),
        default="error",
        help="what an empty label means (default: error)",
    )
    add(
        "--noise",
        action=_Once,
        metavar="LABEL",
        help="label of objects that no cluster holds, such as -1",
    )
    add(
        "--noise-as",
        action=_Once,
        choices=("singletons", "drop", "cluster"),
        help="what noise means (default: singletons)",
    )
    add(
        "--fail-under",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="exit with status 1 if a score is worse than VALUE",
    )
    _format_option(command)


def _file_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("file", metavar="FILE", help="CSV or TSV with a header row, UTF-8; - reads stdin as CSV")
    add(
        "--truth",
        required=True,
        action=_Once,
        metavar="COL",
        help="column with the reference labels",
    )
    add(
        "--delimiter",
        action=_Once,
        metavar="CHAR",
        help="one character, or tab (default: by the extension)",
    )


def _soft(arguments: argparse.Namespace) -> tuple[str, int]:
    from .soft import soft

    return soft(arguments)


def _soft_options(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Compare membership columns with the truth: the mean over the hard clusterings that they"
        " allow, an interval, and how both were found. The interval covers 95 % of the worlds of a"
        " fuzzy clustering; for rough and possibilistic ones it is the lower and upper mean."
    )
    command.usage = "partita soft FILE --truth COL --memberships COL COL [COL ...] [options]"
    add = command.add_argument
    _file_options(command)
    add(
        "--memberships",
        required=True,
        nargs="+",
        action="extend",
        metavar="COL",
        help="columns with the degree to which each object belongs to each cluster",
    )
    add(
        "--kind",
        action=_Once,
        choices=("fuzzy", "rough", "possibilistic"),
        default="fuzzy",
        help="what the degrees mean; rough: any degree above 0 is possible (default: fuzzy)",
    )
    add(
        "--normalize",
        action="store_true",
        help="scale rows to sum to 1 (possibilistic: to reach 1)",
    )
    add("--measure", nargs="+", action="extend", metavar="NAME", help="measures, as for score")
    add(
        "--seed",
        action=_Once,
        type=int,
        default=0,
        metavar="N",
        help="for what is drawn (default: 0)",
    )
    _format_option(command)


def _measures_options(command: argparse.ArgumentParser) -> None:
    families = list(dict.fromkeys(m.family for m in MEASURES.values()))
    command.add_argument("--family", choices=families, help="only this family")
    _format_option(command)


def _explain_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="name, symbol, or another package's name")


def _format_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format", action=_Once, choices=FORMATS, default="table", help="default: table"
    )
