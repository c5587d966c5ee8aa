"""What the commands do; each returns its output and its exit status."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import InputError, UndefinedError
from ..measure import MEASURES, measure
from ..report.text import LAYOUTS, json_text, number, printable

if TYPE_CHECKING:
    from ..engines.files import Column
    from ..report.scores import Score
    from .requests import Request

DONE, MISSED, WRONG = 0, 1, 2
FAULT = 70  # EX_SOFTWARE of sysexits

DEMO = "cell_line", ("kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan")
READING = """
Higher is better unless the second column says lower; 1 (0 for a distance) is perfect agreement.
kmeans_2 merges cell lines: complete but not homogeneous; kmeans_10 splits them: the other way.
A clustering by chance gets about 0 in the adjusted measures, but not in rand, purity or v_measure.
"""


def measures(arguments: Namespace) -> tuple[str, int]:
    """List the measures."""
    from ..report.listing import document, listing

    chosen = [m for m in MEASURES.values() if arguments.family in (None, m.family)]
    if arguments.format == "json":
        return json_text(document(chosen)), DONE
    return LAYOUTS[arguments.format](listing(chosen)), DONE


def explain(arguments: Namespace) -> tuple[str, int]:
    """Describe one measure."""
    from ..report.listing import explanation

    return explanation(measure(arguments.name)), DONE


def demo(arguments: Namespace) -> tuple[str, int]:
    """Score the bundled clusterings; noise of HDBSCAN counts as single objects."""
    from ..engines.files import read_columns
    from ..report.scores import Scores
    from .requests import requests

    del arguments  # it has none
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "cells.csv")
    truth, clusterings = DEMO
    columns = read_columns(path, [truth, *clusterings])
    policy = Namespace(missing="error", noise="-1", noise_as=None)
    scores = Scores(truth, list(_scores(columns[0], columns[1:], None, requests(None), policy)))
    title = "Single cells of five known cell lines, clustered by six methods."
    return f"{title}\n{scores.render('table', terminal_width())}{READING}", DONE


def score(arguments: Namespace) -> tuple[str, int]:
    """Score columns of a file against its truth column."""
    from ..report.scores import Scores
    from .requests import distinct, requests, threshold

    thresholds = [threshold(text) for text in arguments.fail_under]
    asked = distinct([*requests(arguments.measure), *(request for request, _ in thresholds)])
    truth, predictions, weights = _columns(arguments)
    if arguments.noise is not None and not any(
        arguments.noise in column.labels for column in (truth, *predictions)
    ):
        note(f"no label is {arguments.noise!r}, so --noise changes nothing")
    results = list(_scores(truth, predictions, weights, asked, arguments))
    missed = list(_missed(results, thresholds))
    for message in missed:
        note(message)
    text = Scores(truth.name, results).render(arguments.format, terminal_width())
    return text, MISSED if missed else DONE


def _columns(arguments: Namespace) -> tuple[Column, list[Column], list[int] | list[float] | None]:
    """Read truth, predictions and weights, refusing gaps unless a policy was chosen."""
    _check(arguments)
    names = [arguments.truth, *arguments.prediction]
    names += [] if arguments.weights is None else [arguments.weights]
    columns = read_file(arguments, names)
    weights = None if arguments.weights is None else columns.pop().weights()
    truth, *predictions = columns
    if arguments.missing == "error":
        for column in columns:
            column.require_labels()
    return truth, predictions, weights


def read_file(arguments: Namespace, names: list[str]) -> list[Column]:
    """Read columns of the file named on the command line, or of stdin."""
    from ..engines.files import read_columns, read_stream

    if arguments.file == "-":
        delimiter = arguments.delimiter or ","
        return read_stream(sys.stdin.buffer, "stdin", names, _delimiter(delimiter))
    delimiter = arguments.delimiter and _delimiter(arguments.delimiter)
    return read_columns(arguments.file, names, delimiter)


def _check(arguments: Namespace) -> None:
    if len(set(arguments.prediction)) < len(arguments.prediction):
        raise InputError("--prediction names a column twice")
    if arguments.noise_as is not None and arguments.noise is None:
        raise InputError("--noise-as needs --noise, the label that marks noise")


def _delimiter(text: str) -> str:
    character = {"tab": "\t", r"\t": "\t"}.get(text, text)
    if len(character) != 1 or character in '"\r\n\0':
        raise InputError(f"--delimiter: expected one character or tab, found {text!r}")
    return character


def _scores(
    truth: Column,
    predictions: list[Column],
    weights: list[int] | list[float] | None,
    asked: list[Request],
    policy: Namespace,
) -> Iterator[Score]:
    """Count one table per prediction and read every measure from it."""
    from ..contingency import Contingency
    from ..report.scores import Score

    for column in predictions:
        try:
            table = Contingency.from_labels(
                truth.labels,
                column.labels,
                weights=weights,
                missing=policy.missing,
                noise=policy.noise,
                noise_as=policy.noise_as,
            )
        except (ValueError, OverflowError) as error:  # the kernel's refusals too
            raise InputError(f"{truth.name!r} against {column.name!r}: {error}") from error
        size = table.n if isinstance(table.n, int) else float(table.n)
        left_out = len(column.labels) - size
        if weights is None and left_out:
            note(f"{column.name}: {left_out} of {len(column.labels)} rows left out")
        for request in asked:
            name, better = request.measure.name, request.measure.better
            try:
                value = request.measure.of(table, **request.options)
            except UndefinedError as error:
                note(f"{column.name}: {error}")
                value = None
            yield Score(column.name, name, better, value, size, request.options)


def _missed(results: list[Score], thresholds: list[tuple[Request, float]]) -> Iterator[str]:
    for request, limit in thresholds:
        for found in results:
            asked = found.measure == request.measure.name and found.options == request.options
            if asked and not request.better(found.value, limit):
                value = "undefined" if found.value is None else number(found.value)
                yield f"{found.label} of {found.prediction} is {value}, worse than {limit:g}"


def note(message: str) -> None:
    """Tell the user something that is not data."""
    print("partita:", printable(message), file=sys.stderr)


def terminal_width() -> int | None:
    """Columns of the terminal that the output goes to, None where it goes elsewhere."""
    return os.get_terminal_size().columns if sys.stdout.isatty() else None
