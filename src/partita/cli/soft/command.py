"""`partita soft`: what its options mean, what it reads, and what it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base.progress import working
from ..files import check_paths, given_delimiter, note_files, shown_files
from ..options import CERTAINTY, add, input_options, measure_option, output_options, seed_option
from ..patterns import named_columns
from ..status import DONE
from ..terminal import kept_stdout
from ..writing import rendered
from .options import side_options, sides_of, truth_options
from .rows import COVERED, are_probabilities, row_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ...report.formats.sheet import Sheet
    from ...soft import Soft
    from .side import Side

DEFAULT = ("rand", "adjusted_rand", "v_measure", "maximum_matching")
METHODS = ("auto", "exact", "sample")
COLUMNS, TRUTH = "meaning of --memberships", "meaning of --truth-memberships"
_EXAMPLES = """\
example:
  partita soft mixture.csv --truth class --memberships p1 p2 p3 --normalize

  # a fuzzy truth: the votes of annotators
  partita soft votes.csv --truth-memberships cat dog --truth-normalize \\
      --memberships p1 p2

  # masses on {a}, {b} and {a, b}
  partita soft masses.csv --truth class --kind evidential \\
      --memberships a b 'a|b'

  # mass.csv and F.csv: `mass` and `F` of evclust, columns 0 to 7
  partita soft mass.csv --truth class --kind evidential \\
      --memberships 0 1 2 3 4 5 6 7 --focal-sets F.csv --empty condition"""


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Compare a soft clustering, given by columns of numbers, with true labels or with a soft"
        " truth: the mean over the hard clusterings that they allow, two ends, and how they were"
        " found. If each side is hard or fuzzy, 95% of the hard clusterings score from low to"
        " high; otherwise low and high are the lower and the upper mean."
    )
    command.usage = (
        "partita soft FILE [FILE ...] (--truth COL | --truth-memberships COL [COL ...])"
        " --memberships COL [COL ...] [options]"
    )
    command.epilog = _EXAMPLES
    text = (
        "columns with the numbers of the clustering, one for each cluster or set of clusters; in"
        ' JSON lines also one column of objects such as {"a": 0.6, "a|b": 0.4}'
    )
    truth = "columns with the numbers of a soft truth, instead of --truth"
    input_options(command, "--memberships", text, soft_truth=truth)
    side_options(command, COLUMNS)
    truth_options(command, TRUTH)
    measure_option(command, ", ".join(DEFAULT))
    _method_options(command)
    output_options(command)


def _method_options(command: ArgumentParser) -> None:
    method = (
        "auto: exact if that is affordable, otherwise estimated; exact: exact or an error; sample:"
        " estimated by draws (default: auto)"
    )
    add(command, CERTAINTY, "--method", choices=METHODS, default="auto", help=method)
    draws = "number of draws of an estimate (default: by the number of objects)"
    add(command, CERTAINTY, "--draws", type=int, metavar="N", help=draws)
    selections = "number of draws of focal sets for the lower and upper mean of masses"
    add(command, CERTAINTY, "--selections", type=int, metavar="N", help=selections)
    seed_option(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Compare columns of numbers with the truth: mean, ends, and how they were found."""
    from ...measures.chosen import choose_all

    asked = choose_all(arguments.measure or DEFAULT)
    check_paths(arguments)
    _name_columns(arguments)
    sides = _read(arguments, *sides_of(arguments))
    rows = []
    for one in asked:
        with kept_stdout(), working(f"the worlds of {one.label}"):
            rows.append(row_of(one, *sides, arguments))
    return rendered(_sheet(arguments, sides, rows), arguments), DONE


def _name_columns(arguments: Namespace) -> None:
    """Write the columns that patterns match in place of the patterns."""
    others = [arguments.truth_file] if arguments.truth_file else arguments.file
    for option, files in (("--memberships", arguments.file), ("--truth-memberships", others)):
        name = option.strip("-").replace("-", "_")
        texts = getattr(arguments, name)
        if texts is not None:
            setattr(arguments, name, named_columns(arguments, option, texts, files))


def _read(arguments: Namespace, truth: Side | None, prediction: Side) -> tuple[Any, Soft]:
    """The truth, labels or a soft clustering, and the clustering."""
    from ...sources.rows.job import Job
    from ..reading.counted import with_files
    from ..reading.number_rows import number_rows
    from ..reading.numbers import Rules

    soft_truth = tuple(truth.names) if truth else ()
    asked = Job(arguments.truth, tuple(prediction.names), soft_truth=soft_truth)
    job = with_files(asked, arguments, given_delimiter(arguments))
    rules = (truth.rules if truth else Rules(), prediction.rules)
    with working(f"reading {shown_files(arguments)}"):
        rows = number_rows(arguments.file, job, arguments.truth_file, rules)
    note_files(arguments, rows.prediction.objects)
    labels = truth.clustering(rows.truth) if truth else rows.labels
    return labels, prediction.clustering(rows.prediction)


def _sheet(arguments: Namespace, sides: tuple[Any, Soft], rows: list[dict[str, Any]]) -> Sheet:
    from ...report.formats.sheet import Part, Sheet, complete_lines
    from ...report.formats.text import Table

    document = _document(arguments, len(sides[1]), rows)
    header = ("measure", "better", "mean", "low", "high")
    keys = ("label", "better", "value", "low", "high", "method")
    cells = [tuple(row[key] for key in keys) for row in rows]
    table = Table(header, [row[:-1] for row in cells])
    ends = f"{COVERED:.0%} of the hard clusterings score from low to high."
    if not are_probabilities(*sides):
        ends = "low and high are the lower and the upper mean."
    methods = [f"{row['label']}: {row['method']}" for row in rows]
    long = Table((*header, "method"), cells)
    parts = [Part(table, sentences=[ends, *methods])]
    return Sheet(document, complete_lines(document, "results"), long, parts)


def _document(arguments: Namespace, objects: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    truth: dict[str, Any] = {"truth": arguments.truth, "truth_kind": "hard"}
    if arguments.truth is None:
        truth = _meaning(arguments, "truth_")
    return {
        "schema": 1,
        "n": objects,
        **truth,
        **_meaning(arguments, ""),
        "results": [_record(row) for row in rows],
    }


def _meaning(arguments: Namespace, prefix: str) -> dict[str, Any]:
    """The columns of a side and their meaning, for JSON."""
    given = {name: getattr(arguments, prefix + name) for name in ("memberships", "kind", "empty")}
    given["kind"] = given["kind"] or "fuzzy"
    if given["kind"] == "evidential":
        given["empty"] = given["empty"] or "error"
    return {prefix + name: value for name, value in given.items() if value is not None}


def _record(row: dict[str, Any]) -> dict[str, Any]:
    """The row for JSON: a missing value is null, and its fields are left out."""
    return {k: v for k, v in row.items() if k != "label" and (v is not None or k == "value")}
