"""`partita soft`: compare a soft clustering, in columns of numbers, with a truth of any kind."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, cast

from ..base.errors import UndefinedError
from ..base.wording import method_text
from .options import input_options, measure_option, output_options, seed_option
from .soft_side import Side, side_options, sides_of, truth_options
from .source import check_paths, given_delimiter
from .status import DONE
from .terminal import kept_stdout, note, progress
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..measures.chosen import Chosen
    from ..report.formats.sheet import Sheet
    from ..soft import Soft

DEFAULT = ("rand", "adjusted_rand", "v_measure", "maximum_matching")
COVERED = 0.95  # share of the hard clusterings between low and high of two fuzzy sides
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
        "partita soft FILE (--truth COL | --truth-memberships COL [COL ...])\n"
        f"{' ' * len('usage: partita soft ')}--memberships COL [COL ...] [options]"
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
    seed_option(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Compare columns of numbers with the truth: mean, ends, and how they were found."""
    from ..measures.chosen import choose_all

    asked = choose_all(arguments.measure or DEFAULT)
    check_paths(arguments)
    sides = _read(arguments, *sides_of(arguments))
    rows = []
    for one in asked:
        with kept_stdout(), progress(f"the worlds of {one.label}"):
            rows.append(_row(one, *sides, arguments.seed))
    return rendered(_sheet(arguments, sides, rows), arguments), DONE


def _read(arguments: Namespace, truth: Side | None, prediction: Side) -> tuple[Any, Soft]:
    """The truth, labels or a soft clustering, and the clustering."""
    from ..sources.rows.job import Job
    from .reading.counted import with_files
    from .reading.number_rows import number_rows
    from .reading.numbers import Rules

    soft_truth = tuple(truth.names) if truth else ()
    asked = Job(arguments.truth, tuple(prediction.names), soft_truth=soft_truth)
    job = with_files(asked, arguments, given_delimiter(arguments))
    rules = (truth.rules if truth else Rules(), prediction.rules)
    with progress(f"reading {arguments.file}"):
        rows = number_rows(arguments.file, job, arguments.truth_file, rules)
    labels = truth.clustering(rows.truth) if truth else rows.labels
    return labels, prediction.clustering(rows.prediction)


def _sheet(arguments: Namespace, sides: tuple[Any, Soft], rows: list[dict[str, Any]]) -> Sheet:
    from ..report.formats.sheet import Part, Sheet, complete_lines
    from ..report.formats.text import Table

    document = _document(arguments, len(sides[1]), rows)
    header = ("measure", "better", "mean", "low", "high")
    keys = ("label", "better", "value", "low", "high", "method")
    cells = [tuple(row[key] for key in keys) for row in rows]
    table = Table(header, [row[:-1] for row in cells])
    ends = f"{COVERED:.0%} of the hard clusterings score from low to high."
    if not _are_probabilities(*sides):
        ends = "low and high are the lower and the upper mean."
    methods = [f"{row['label']}: {row['method']}" for row in rows]
    long = Table((*header, "method"), cells)
    parts = [Part(table, sentences=[ends, *methods])]
    return Sheet(document, complete_lines(document, "results"), long, parts)


def _are_probabilities(truth: Any, clustering: Soft) -> bool:
    """Whether both sides are hard or fuzzy, so that hard clusterings have probabilities."""
    from ..soft import Fuzzy

    return all(isinstance(side, list | Fuzzy) for side in (truth, clustering))


def _row(one: Chosen, truth: Any, clustering: Soft, seed: int) -> dict[str, Any]:
    from ..report.formats.scores import finite_options
    from ..soft import expectation, law

    row: dict[str, Any] = {"label": one.label, "measure": one.measure.name}
    if one.options:
        row["options"] = finite_options(one.options)
    row["better"] = one.measure.better
    try:
        mean = expectation(one.measure, truth, clustering, rng=seed, **one.options)
        low, high, method = mean.low, mean.high, mean.how
        if _are_probabilities(truth, clustering):
            worlds = law(one.measure, truth, clustering, rng=seed, **one.options)
            low = cast("float", worlds.quantile((1 - COVERED) / 2))
            high = cast("float", worlds.quantile((1 + COVERED) / 2))
            if worlds.how != method:  # its first note is about the law, the second about the mean
                spread = method_text(worlds.method, worlds.notes[:1])
                method = f"mean {method}; low and high {spread}"
    except UndefinedError as error:
        note(str(error))
        return {**row, "value": None, "low": None, "high": None, "method": "no value"}
    found = {"value": mean.value, "low": low, "high": high, "method": method}
    errors = {"error": mean.error}
    if not _are_probabilities(truth, clustering):
        errors["ends_error"] = mean.ends_error
    return {**row, **found, **{key: one for key, one in errors.items() if isfinite(one)}}


def _document(arguments: Namespace, objects: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    truth: dict[str, Any] = {"truth": arguments.truth, "truth_kind": "hard"}
    if arguments.truth is None:
        names, kind = arguments.truth_memberships, arguments.truth_kind
        truth = {"truth_memberships": names, "truth_kind": kind or "fuzzy"}
    return {
        "schema": 1,
        "n": objects,
        **truth,
        "memberships": arguments.memberships,
        "kind": arguments.kind or "fuzzy",
        "results": [_record(row) for row in rows],
    }


def _record(row: dict[str, Any]) -> dict[str, Any]:
    """The row for JSON: a missing value is null, and its fields are left out."""
    return {k: v for k, v in row.items() if k != "label" and (v is not None or k == "value")}
