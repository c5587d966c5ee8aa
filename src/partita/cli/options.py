"""Options that several commands share; `--help` shows them in groups."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from ..base.errors import InputError
from ..report.formats.text import FORMATS

INPUT, LABELS, MEASURES = "input", "labels", "measures"
CERTAINTY, OUTPUT = "intervals and chance", "output"


class Once(argparse.Action):
    """An option with one value, refused if it is given twice: one value would be lost."""

    given = False

    def __call__(
        self,
        parser: ArgumentParser,
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


def add(
    command: ArgumentParser,
    group: str,
    *names: str,
    help: str,  # noqa: A002 - as argparse calls it
    **settings: Any,
) -> None:
    """Add an option with one value to a group of the help."""
    if names[0].startswith("--"):
        settings = {"action": Once, **settings}
    _group(command, group).add_argument(*names, help=help, **settings)


def _group(command: ArgumentParser, title: str) -> argparse._ArgumentGroup:
    groups = {one.title: one for one in command._action_groups}
    return groups.get(title) or command.add_argument_group(title)


def input_options(
    command: ArgumentParser, columns: str, text: str, *, truth: bool = True, soft_truth: str = ""
) -> None:
    """Add the file, the option for its columns with a text of the command, and the truth.

    With a text for `soft_truth` the truth is one column of labels or several columns of numbers.
    """
    _source(command)
    labels = "column with the true labels"
    several: dict[str, Any] = {"nargs": "+", "action": "extend", "metavar": "COL"}
    if soft_truth:
        either = _group(command, INPUT).add_mutually_exclusive_group(required=True)
        either.add_argument("--truth", action=Once, metavar="COL", help=labels)
        either.add_argument("--truth-memberships", help=soft_truth, **several)
    elif truth:
        add(command, INPUT, "--truth", required=True, metavar="COL", help=labels)
    add(command, INPUT, columns, help=text, required=True, **several)
    if truth:
        second = "file with the truth, if FILE has only the clusterings; needs --on"
        add(command, INPUT, "--truth-file", metavar="FILE", help=second)
        ids = "column with the ids of the objects in both files"
        add(command, INPUT, "--on", metavar="COL", help=ids)
        choices = ("error", "drop", "missing")
        unmatched = "what to do with an id that only one file has (default: error)"
        add(command, INPUT, "--unmatched", choices=choices, help=unmatched)
    _delimiter(command)
    limit = "memory for large files, such as 2GB; more data goes to disk"
    add(command, INPUT, "--memory-limit", type=_size, metavar="SIZE", help=limit)


def file_options(command: ArgumentParser) -> None:
    """Add the files and their delimiter, for a command that reads no rows."""
    _source(command)
    _delimiter(command)


def _source(command: ArgumentParser) -> None:
    file = (
        "CSV or TSV with a header row, UTF-8; - reads stdin as CSV; with partita[files] also"
        " Parquet, JSON lines, .gz and .zst; with partita[anndata] also .h5ad (columns of obs);"
        " the rows of several files become one table"
    )
    add(command, INPUT, "file", nargs="+", metavar="FILE", help=file)


def _delimiter(command: ArgumentParser) -> None:
    delimiter = "one character, or tab (default: by the extension)"
    add(command, INPUT, "--delimiter", metavar="CHAR", help=delimiter)


def source_options(command: ArgumentParser, columns: str, measures: str) -> None:
    """Add the input, the measures and the labels; the texts are for this command."""
    input_options(command, "--prediction", columns)
    measure_option(command, measures)
    label_options(command)


def measure_option(command: ArgumentParser, default: str) -> None:
    """Add the measures."""
    text = (
        "measures, separated by blanks; options after a colon: v_measure:beta=0.5; all: every"
        f" measure except baselines (default: {default})"
    )
    settings = {"nargs": "+", "action": "extend", "metavar": "NAME"}
    add(command, MEASURES, "--measure", help=text, **settings)


def label_options(command: ArgumentParser) -> None:
    """Add weights, and the meaning of empty fields and noise."""
    add(command, LABELS, "--weights", metavar="COL", help="column with the weight of each object")
    missing = ("error", "drop", "singletons", "category")
    empty = "meaning of an empty label (default: error)"
    add(command, LABELS, "--missing", choices=missing, default="error", help=empty)
    noise = "label of objects in no cluster, such as -1: write --noise=-1"
    add(command, LABELS, "--noise", metavar="LABEL", help=noise)
    meanings, meaning = ("singletons", "drop", "cluster"), "meaning of noise (default: singletons)"
    add(command, LABELS, "--noise-as", choices=meanings, help=meaning)


def inference_options(command: ArgumentParser, confidence: str, level: float | None = None) -> None:
    """Add intervals and the comparison with chance."""
    from ..chance.models import MODELS

    settings = {"type": float, "default": level, "metavar": "LEVEL"}
    add(command, CERTAINTY, "--confidence", help=confidence, **settings)
    null = f"compare every score with chance: its mean, z and p; models: {', '.join(MODELS)}"
    add(command, CERTAINTY, "--null", metavar="MODEL", help=null)
    method = (
        "method of intervals: calibrated, bca, percentile, basic or jackknife (default: calibrated)"
    )
    add(command, CERTAINTY, "--method", metavar="NAME", help=method)
    draw_options(command)


def draw_options(command: ArgumentParser) -> None:
    """Add what is drawn, the number of draws, and the seed."""
    groups_option(
        command, "column with the donor or document of each object; draws take whole groups"
    )
    add(command, CERTAINTY, "--draws", type=int, metavar="N", help="number of random draws")
    seed_option(command)


def groups_option(command: ArgumentParser, text: str) -> None:
    """Add the groups of objects, with what they are for."""
    add(command, CERTAINTY, "--groups", metavar="COL", help=text)


def seed_option(command: ArgumentParser) -> None:
    """Add the seed; the same seed gives the same numbers."""
    text = "seed of random draws (default: 0)"
    add(command, CERTAINTY, "--seed", type=_seed, default=0, metavar="N", help=text)


def report_option(command: ArgumentParser, default: str = "") -> None:
    """Add the report."""
    text = f"write all results with figures into one HTML file{default}"
    add(command, OUTPUT, "--report", type=_file, metavar="FILE", help=text)
    text = "the report contains a script: it marks, sorts, switches measures and saves figures"
    add(command, OUTPUT, "--interactive", action="store_true", help=text)


def output_options(command: ArgumentParser) -> None:
    """Add the format of the output, and its file."""
    text = f"{', '.join(FORMATS)} (default: table)"
    settings = {"choices": FORMATS, "default": "table", "metavar": "FORMAT"}
    add(command, OUTPUT, "--format", help=text, **settings)
    file_option(command)


def file_option(command: ArgumentParser) -> None:
    """Add the file of the output."""
    file = "write to this file instead of stdout; it is replaced in one step"
    add(command, OUTPUT, "--output", type=_file_or_stdout, metavar="FILE", help=file)


def _size(text: str) -> str:
    import re  # needed only here

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
    from ..base.files import check_html_name  # loads the modules that write files

    try:
        check_html_name(text)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def _file_or_stdout(text: str) -> str | None:
    return None if text == "-" else text
