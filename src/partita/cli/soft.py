"""`partita soft`: compare a clustering given by membership columns with the truth."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, cast

from ..base.errors import InputError, UndefinedError
from ..base.wording import method_text
from .options import (
    INPUT,
    add,
    input_options,
    measure_option,
    output_options,
    seed_option,
)
from .source import check_columns, check_paths, given_delimiter
from .status import DONE
from .terminal import kept_stdout, note, progress
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..measures.chosen import Chosen
    from ..report.formats.sheet import Sheet
    from ..soft import Soft

DEFAULT = ("rand", "adjusted_rand", "v_measure", "maximum_matching")
COVERED = 0.95  # share of the hard clusterings between low and high of a fuzzy clustering


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Compare membership columns with the truth: the mean over the hard clusterings that they"
        " allow, an interval, and how both were found. The interval covers 95% of these clusterings"
        " for fuzzy memberships; for rough and possibilistic ones it is the lower and upper mean."
    )
    command.usage = "partita soft FILE --truth COL --memberships COL COL [COL ...] [options]"
    command.epilog = (
        "example:\n  partita soft mixture.csv --truth class --memberships p1 p2 p3 --normalize"
    )
    degrees = "columns with the degree of membership of each object in each cluster"
    input_options(command, "--memberships", degrees)
    kinds = ("fuzzy", "rough", "possibilistic")
    kind = "meaning of the degrees; rough: all degrees above 0 are possible (default: fuzzy)"
    add(command, INPUT, "--kind", choices=kinds, default="fuzzy", help=kind)
    scale = "scale rows to sum to 1 (possibilistic: to a maximum of 1)"
    add(command, INPUT, "--normalize", action="store_true", help=scale)
    measure_option(command, ", ".join(DEFAULT))
    seed_option(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Compare membership columns with the truth: mean, interval, and how they were found."""
    from ..measures.chosen import choose_all

    asked = choose_all(arguments.measure or DEFAULT)
    _check(arguments)
    labels, clustering = _read(arguments)
    rows = []
    for one in asked:
        with kept_stdout(), progress(f"the worlds of {one.label}"):
            rows.append(_row(one, labels, clustering, arguments.seed))
    return rendered(_sheet(arguments, len(labels), rows), arguments), DONE


def _check(arguments: Namespace) -> None:
    check_paths(arguments)
    names = arguments.memberships
    check_columns("--memberships", names)
    if arguments.truth in names:
        raise InputError(f"--memberships names the truth, {arguments.truth!r}: degrees are numbers")
    if arguments.kind == "rough" and arguments.normalize:
        raise InputError("--normalize has no effect on a rough clustering: only zeros count")


def _read(arguments: Namespace) -> tuple[list[Any], Soft]:
    from ..sources.rows.job import Job
    from .reading.counted import with_files
    from .reading.number_rows import number_rows

    asked = Job(arguments.truth, tuple(arguments.memberships))
    job = with_files(asked, arguments, given_delimiter(arguments))
    with progress(f"reading {arguments.file}"):
        rows = number_rows(arguments.file, job, arguments.truth_file)
    degrees: Any = [list(row) for row in zip(*rows.numbers.values(), strict=True)]
    if rows.single.issuperset(arguments.memberships):
        import numpy as np

        degrees = np.array(degrees, dtype=np.float32)  # the type sets the precision of checks
    return rows.labels, _clustering(degrees, arguments)


def _sheet(arguments: Namespace, objects: int, rows: list[dict[str, Any]]) -> Sheet:
    from ..report.formats.sheet import Part, Sheet, complete_lines
    from ..report.formats.text import Table

    document = _document(arguments, objects, rows)
    keys = ("measure", "better", "value", "low", "high", "method")
    table = Table(
        ("measure", "better", "mean", "low", "high", "method"),
        [(row["label"], *(row[key] for key in keys[1:])) for row in rows],
    )
    return Sheet(document, complete_lines(document, "results"), table, [Part(table)])


def _clustering(degrees: Any, arguments: Namespace) -> Soft:
    from ..soft import Fuzzy, Possibilistic, Rough

    names = arguments.memberships
    if arguments.kind == "rough":
        return Rough([[x > 0 for x in row] for row in degrees], clusters=names)
    if arguments.normalize and arguments.kind == "fuzzy":
        return Fuzzy.normalized(degrees, clusters=names)
    if arguments.normalize:
        return Possibilistic(degrees, subnormal="rescale", clusters=names)
    try:
        kind = Fuzzy if arguments.kind == "fuzzy" else Possibilistic
        return kind(degrees, clusters=names)
    except InputError as error:
        if error.hint != "normalize":
            raise
        raise InputError(f"{error} (on the command line: --normalize)") from None


def _row(one: Chosen, truth: list[Any], clustering: Soft, seed: int) -> dict[str, Any]:
    from ..report.formats.scores import finite_options
    from ..soft import Fuzzy, expectation, law

    row: dict[str, Any] = {"label": one.label, "measure": one.measure.name}
    if one.options:
        row["options"] = finite_options(one.options)
    row["better"] = one.measure.better
    try:
        mean = expectation(one.measure, truth, clustering, rng=seed, **one.options)
        low, high, method = mean.low, mean.high, mean.how
        if isinstance(clustering, Fuzzy):
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
    if not isinstance(clustering, Fuzzy):
        errors["ends_error"] = mean.ends_error
    return {**row, **found, **{key: one for key, one in errors.items() if isfinite(one)}}


def _document(arguments: Namespace, objects: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "schema": 1,
        "n": objects,
        "truth": arguments.truth,
        "memberships": arguments.memberships,
        "kind": arguments.kind,
        "results": [_record(row) for row in rows],
    }


def _record(row: dict[str, Any]) -> dict[str, Any]:
    """The row for JSON: a missing value is null, and its fields are left out."""
    return {k: v for k, v in row.items() if k != "label" and (v is not None or k == "value")}
