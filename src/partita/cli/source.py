"""Read the columns that the options name, as labels for the package."""

from __future__ import annotations

import os
from argparse import Namespace
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import InputError
from ..base.progress import working
from ..sources.files.delimited import SMALL
from .files import (
    STDIN,
    check_columns_of_all,
    check_paths,
    given_delimiter,
    note_files,
    shown_files,
)
from .gate_options import keeps_objects
from .patterns import named_columns
from .terminal import note

if TYPE_CHECKING:
    from ..sources.files.delimited import Column

LOOKED_AT, FEWEST = 1000, 10  # first rows that are looked at for measurements; needed for a note

_COLUMNS = ("truth", "weights", "groups", "datasets")  # options that name a column


class Source(NamedTuple):
    """Columns of a file: the clusterings by name, and the other columns by their option."""

    predictions: dict[str, Column]
    others: dict[str, Column]
    times: list[int] | None = None  # number of objects of each row, if rows were counted

    @property
    def truth(self) -> Column:
        """The true labels."""
        return self.others["truth"]

    @property
    def labels(self) -> dict[str, list[str | None]]:
        """The labels of each clustering."""
        return {name: column.labels for name, column in self.predictions.items()}

    @property
    def weights(self) -> list[int] | list[float] | None:
        """The weights of the objects, if there are any."""
        weights = self.others["weights"].weights() if "weights" in self.others else None
        if self.times is None or weights is None:
            return weights or self.times
        return [weight * n for weight, n in zip(weights, self.times, strict=True)]

    @property
    def groups(self) -> list[str | None] | None:
        """The group (donor, document) of each object, if a column was named."""
        return self.others["groups"].labels if "groups" in self.others else None

    def part(self, rows: list[int]) -> Source:
        """Some of the rows."""

        def of(column: Column) -> Column:
            labels, lines = column.labels, column.lines
            return column._replace(
                labels=[labels[row] for row in rows], lines=[lines[row] for row in rows], start=0
            )

        return Source(
            {name: of(column) for name, column in self.predictions.items()},
            {option: of(column) for option, column in self.others.items()},
            None if self.times is None else [self.times[row] for row in rows],
        )

    @property
    def rows(self) -> int:
        """Number of rows of the file."""
        counted = self.times
        return sum(counted) if counted else len(next(iter(self.predictions.values())).labels)


def read_source(arguments: Namespace, predictions: list[str]) -> Source:
    """Read the columns of the options; refuse empty labels unless a policy was chosen."""
    _check(arguments)
    predictions = named_columns(arguments, "--prediction", predictions)
    asked = {option: getattr(arguments, option, None) for option in _COLUMNS}
    if keeps_objects(arguments):
        _check_ids(arguments, predictions)
        asked["ids"] = arguments.on
    named = {option: column for option, column in asked.items() if column is not None}
    names = [*predictions, *named.values()]
    check_columns_of_all(arguments, names)
    with working(f"reading {shown_files(arguments)}"):
        counted = _counted(arguments, predictions, names)
        columns, times = counted or (_read_columns(arguments, names), None)
    clusterings = dict(zip(predictions, columns[: len(predictions)], strict=True))
    others = dict(zip(named, columns[len(predictions) :], strict=True))
    labeled = [others["truth"]] if "truth" in others else []
    labeled += clusterings.values()
    if arguments.missing == "error":
        for column in labeled:
            column.require_labels()
    if "groups" in others:
        from ..sources.files.column import GROUPS

        others["groups"].require_labels(GROUPS)
    if "datasets" in others:
        others["datasets"].require_labels("fill it: every object needs a data set")
    _note_noise(arguments, labeled)
    source = Source(clusterings, others, times)
    note_files(arguments, source.rows)
    _note_minus_one(arguments, source)
    _note_measurements(source)
    return source


def _counted(
    arguments: Namespace, predictions: list[str], names: list[str]
) -> tuple[list[Column], list[int] | None] | None:
    """Columns of distinct rows, by DuckDB; None for small text, which our own reader reads."""
    delimiter = given_delimiter(arguments)
    if keeps_objects(arguments):
        return _objects(arguments, predictions, names, delimiter)
    if getattr(arguments, "on", None) is None and _is_small_text(arguments, delimiter):
        return None
    from .reading.counted import counted_columns

    return counted_columns(arguments, predictions, names, delimiter)


def _is_small_text(arguments: Namespace, delimiter: str | None) -> bool:
    """Whether our own reader is faster than the start of DuckDB, or the only one."""
    path, *others = arguments.file
    if others:
        return False
    small = not os.path.isfile(path) or os.path.getsize(path) <= SMALL
    return path == STDIN or (small and _is_plain_text(path, delimiter))


def _is_plain_text(path: str, delimiter: str | None) -> bool:
    """Whether a path is one text file that is not packed, by its name."""
    from ..sources.files.delimited import DELIMITERS

    if os.path.splitext(path)[1].lower() not in DELIMITERS and not delimiter:
        return False
    return os.path.exists(path) or not any(sign in path for sign in "*?[")  # a pattern of files


def _objects(
    arguments: Namespace, predictions: list[str], names: list[str], delimiter: str | None
) -> tuple[list[Column], None] | None:
    """Columns with a row for each object; None for plain text, which our own reader reads."""
    path, *others = arguments.file
    plain = not others and (path == STDIN or _is_plain_text(path, delimiter))
    if arguments.truth_file is None and plain:
        return None
    if arguments.on is None:
        raise InputError(
            f"{shown_files(arguments)}: only the rows of one CSV or TSV file have a fixed order:"
            " name the column with the ids of the objects for the baseline, with --on"
        )
    from .reading.counted import counted_columns

    columns, times = counted_columns(arguments, predictions, names, delimiter, arguments.on)
    twice = next((at for at, n in enumerate(times) if n > 1), None)
    if twice is not None:
        one = columns[names.index(arguments.on)].labels[twice]
        raise InputError(
            f"--on: the id {one!r} occurs {times[twice]} times in {arguments.on!r}: make ids unique"
        )
    return columns, None


def _read_columns(arguments: Namespace, names: list[str]) -> list[Column]:
    """Read columns of the file named on the command line, or of stdin."""
    from ..sources.files import delimited

    given, (path,) = given_delimiter(arguments), arguments.file
    if path == STDIN:
        return delimited.read_stream(delimited.standard_input(), "stdin", names, given or ",")
    return delimited.read_columns(path, names, given)


def note_left_out(arguments: Namespace, source: Source) -> None:
    """Note how many rows are left out, where the result does not say so."""
    from ..sources.files.column import noise_labels, typed

    dropped = noise_labels(arguments.noise) if arguments.noise_as == "drop" else set()
    dropped |= {typed(None)} if arguments.missing == "drop" else set()
    truth = source.others.get("truth")
    for name, labels in source.labels.items() if dropped else ():
        times = source.times or [1] * len(labels)
        sides = zip(labels, truth.labels if truth else labels, times, strict=True)
        left_out = sum(n for *pair, n in sides if not dropped.isdisjoint(map(typed, pair)))
        if left_out:
            note(f"{name}: {left_out:,} of {source.rows:,} rows left out")


def policies(arguments: Namespace, source: Source) -> dict[str, Any]:
    """The keywords for labels that all calls share."""
    groups = {} if source.groups is None else {"groups": source.groups}
    return {
        "weights": source.weights,
        "missing": arguments.missing,
        "noise": arguments.noise,
        "noise_as": arguments.noise_as,
        **groups,  # only for calls that draw objects
    }


def _check(arguments: Namespace) -> None:
    check_paths(arguments)
    _check_outputs(arguments)
    if arguments.noise_as is not None and arguments.noise is None:
        raise InputError("--noise-as needs --noise, the label that marks noise")


def _check_ids(arguments: Namespace, predictions: list[str]) -> None:
    if arguments.on in (arguments.truth, *predictions):
        raise InputError(f"--on names {arguments.on!r}, which is scored: name a column of ids")


def _check_outputs(arguments: Namespace) -> None:
    """Refuse to write a file twice."""
    options = ("report", "output", "summary", "junit", "write_baseline")
    named: dict[str, str] = {}
    for option in options:
        path = getattr(arguments, option, None)
        if path is None:
            continue
        name = f"--{option.replace('_', '-')}"
        other = named.setdefault(os.path.realpath(path), name)
        if other != name:
            raise InputError(f"{other} and {name} both name {path}: give each a file of its own")


def _note_noise(arguments: Namespace, columns: list[Column]) -> None:
    """Note that no label is the noise label, and ignore the option."""
    from ..sources.files.column import noise_labels, typed

    labels = noise_labels(arguments.noise)
    if labels and all(labels.isdisjoint(map(typed, column.labels)) for column in columns):
        note(f"no label is {arguments.noise!r}, so --noise changes nothing")
        arguments.noise = arguments.noise_as = None


def _note_measurements(source: Source) -> None:
    """Note that the labels of a column are numbers with fractions, nearly all different."""
    for name, labels in source.labels.items():
        first = [str(one) for one in islice(labels, LOOKED_AT)]
        if 2 * len(set(first)) > len(first) >= FEWEST and all(map(_has_fraction, first)):
            note(
                f"{name}: labels look like measurements ({', '.join(first[:2])}, …), and each "
                "different number is a cluster of its own; put them into bins first"
            )


def _has_fraction(text: str) -> bool:
    try:
        number = float(text)
    except ValueError:
        return False
    return isfinite(number) and not number.is_integer()


def _note_minus_one(arguments: Namespace, source: Source) -> None:
    """Note that -1, which usually marks noise, counts as a cluster without --noise."""
    if arguments.noise is not None:
        return
    from ..labels.minus_one import noise_label

    for name, labels in source.labels.items():
        label = noise_label(labels)
        if label is not None:
            times = source.times or [1] * len(labels)
            marked = sum(n for one, n in zip(labels, times, strict=True) if one == label)
            note(
                f"{name}: {marked:,} of {source.rows:,} labels are {label} and count as one"
                f" cluster; write --noise={label} if they are noise, and --noise-as cluster as well"
                " if they are not"
            )
