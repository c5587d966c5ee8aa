"""Options that several commands share, each group in one place."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError

from ..base.errors import InputError
from ..report.formats.text import FORMATS


class Once(argparse.Action):
    """An option with one value: given again, one of the two would be lost without a word."""

    given = False

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Keep the value."""
        del parser, option_string
        if self.given:
            raise argparse.ArgumentError(self, "given twice, and takes one value")
        self.given = True
        setattr(namespace, self.dest, values)


def file_options(command: argparse.ArgumentParser) -> None:
    """The file and how its fields are separated."""
    add = command.add_argument
    add(
        "file",
        metavar="FILE",
        help="CSV or TSV with a header row, UTF-8; - reads stdin as CSV; with DuckDB also Parquet,"
        " JSON lines, .gz, .zst and patterns",
    )
    add(
        "--delimiter",
        action=Once,
        metavar="CHAR",
        help="one character, or tab (default: by the extension)",
    )
    add(
        "--memory-limit",
        action=Once,
        type=_size,
        metavar="SIZE",
        help="memory for large files, such as 2GB; beyond it work goes to disk",
    )


def truth_option(command: argparse.ArgumentParser) -> None:
    """The reference labels."""
    command.add_argument(
        "--truth",
        required=True,
        action=Once,
        metavar="COL",
        help="column with the reference labels",
    )
    command.add_argument(
        "--truth-file",
        action=Once,
        metavar="FILE",
        help="file with the truth, where FILE has the clusterings only; needs --on",
    )
    command.add_argument(
        "--on",
        action=Once,
        metavar="COL",
        help="column of both files that says which object is which",
    )
    command.add_argument(
        "--unmatched",
        action=Once,
        choices=("error", "drop", "missing"),
        help="what an id means that only one file has (default: error)",
    )


def source_options(command: argparse.ArgumentParser, columns: str, measures: str) -> None:
    """What is read and what is measured: `columns` and `measures` say what each command takes."""
    file_options(command)
    truth_option(command)
    columns_option(command, "--prediction", help=columns)
    measure_option(command, measures)
    label_options(command)


def columns_option(command: argparse.ArgumentParser, *names: str, help: str) -> None:  # noqa: A002 - as argparse calls it
    """An option that names columns, and may be given again for more."""
    command.add_argument(
        *names, required=True, nargs="+", action="extend", metavar="COL", help=help
    )


def measure_option(command: argparse.ArgumentParser, default: str) -> None:
    """Which measures."""
    command.add_argument(
        "--measure",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="measures, options after a colon: v_measure:beta=0.5; all for all but baselines"
        f" (default: {default})",
    )


def label_options(command: argparse.ArgumentParser) -> None:
    """What weights, empty fields and noise mean."""
    add = command.add_argument
    add("--weights", action=Once, metavar="COL", help="column with the weight of each object")
    add(
        "--missing",
        action=Once,
        choices=("error", "drop", "singletons", "category"),
        default="error",
        help="what an empty label means (default: error)",
    )
    add(
        "--noise",
        action=Once,
        metavar="LABEL",
        help="label of objects that no cluster holds, such as -1",
    )
    add(
        "--noise-as",
        action=Once,
        choices=("singletons", "drop", "cluster"),
        help="what noise means (default: singletons)",
    )


def inference_options(
    command: argparse.ArgumentParser, confidence: str, level: float | None = None
) -> None:
    """How certain scores are, and what chance gives."""
    from ..chance.models import MODELS

    add = command.add_argument
    add(
        "--confidence",
        action=Once,
        type=float,
        default=level,
        metavar="LEVEL",
        help=confidence,
    )
    add(
        "--null",
        action=Once,
        metavar="MODEL",
        help=f"compare every score with chance (its mean, z and p): {', '.join(MODELS)}",
    )
    add(
        "--method",
        action=Once,
        metavar="NAME",
        help="how intervals are found: calibrated, bca, percentile, basic or jackknife"
        " (default: calibrated)",
    )
    draw_options(command)


def draw_options(command: argparse.ArgumentParser) -> None:
    """What is drawn, how much, and from which seed."""
    add = command.add_argument
    add(
        "--groups",
        action=Once,
        metavar="COL",
        help="column with what objects have in common (donor, document): drawn together",
    )
    add("--draws", action=Once, type=int, metavar="N", help="number of random draws")
    seed_option(command)


def seed_option(command: argparse.ArgumentParser) -> None:
    """The same seed gives the same numbers."""
    command.add_argument(
        "--seed",
        action=Once,
        type=_seed,
        default=0,
        metavar="N",
        help="for what is drawn (default: 0)",
    )


def outcome_options(command: argparse.ArgumentParser) -> None:
    """What is done with the scores: judged, reported, written."""
    threshold_option(command)
    report_option(command)
    output_options(command)


def threshold_option(command: argparse.ArgumentParser) -> None:
    """Guards for pipelines."""
    command.add_argument(
        "--fail-under",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="exit with status 1 if a score is worse than VALUE",
    )


def report_option(command: argparse.ArgumentParser, said: str = "") -> None:
    """The page that holds everything."""
    command.add_argument(
        "--report",
        action=Once,
        type=_file,
        metavar="FILE",
        help=f"write all results with figures into one HTML file{said}",
    )


def output_options(command: argparse.ArgumentParser) -> None:
    """In which format, and where to."""
    add = command.add_argument
    add("--format", action=Once, choices=FORMATS, default="table", help="default: table")
    add(
        "--output",
        action=Once,
        type=_file_or_stdout,
        metavar="FILE",
        help="write to this file instead of stdout; it is replaced in one step",
    )


def _size(text: str) -> str:
    import re  # needed for this check alone

    if not re.fullmatch(r"[0-9]+(\.[0-9]+)? ?([KMGT]i?)?B", text, re.IGNORECASE):
        raise ArgumentTypeError(f"expected a size such as 500MB or 2GB, found {text!r}")
    return text


def _seed(text: str) -> int:
    try:
        found = int(text)
    except ValueError:
        found = -1
    if not 0 <= found < 2**64:
        raise ArgumentTypeError(f"expected an integer from 0 to 2**64 - 1, found {text!r}")
    return found


def _file(text: str) -> str:
    if text == "-":
        raise ArgumentTypeError("a report goes into a file; stdout is for the scores")
    from ..base.files import check_html_name  # loads what writes files

    try:
        check_html_name(text)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def _file_or_stdout(text: str) -> str | None:
    return None if text == "-" else text
