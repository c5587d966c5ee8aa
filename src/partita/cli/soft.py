"""`partita soft`: a clustering given by membership columns against the truth."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any, cast

from ..errors import InputError, UndefinedError
from ..measure import measure
from ..report.text import LAYOUTS, Table, json_text
from .commands import DONE, note, read_file
from .requests import Request, requests

if TYPE_CHECKING:
    from ..engines.files import Column
    from ..soft import Soft

DEFAULT = ("rand", "adjusted_rand", "v_measure", "maximum_matching")
COVERED = 0.95  # share of the possible worlds between low and high of a fuzzy clustering


def soft(arguments: Namespace) -> tuple[str, int]:
    """Compare membership columns with the truth: mean, interval, and how they were found."""
    truth, *columns = read_file(arguments, [arguments.truth, *arguments.memberships])
    for column in (truth, *columns):
        column.require_labels()
    clustering = _clustering(columns, arguments)
    asked = requests(arguments.measure) if arguments.measure else _default()
    rows = [_row(one, truth.labels, clustering, arguments.seed) for one in asked]
    if arguments.format == "json":
        return json_text(_document(arguments, truth, rows)), DONE
    header = ("measure", "better", "mean", "low", "high", "method")
    keys = ("measure", "better", "value", "low", "high", "method")
    table = Table(header, [tuple(row[key] for key in keys) for row in rows])
    return LAYOUTS[arguments.format](table), DONE


def _default() -> list[Request]:
    return [Request(measure(name), {}) for name in DEFAULT]


def _clustering(columns: list[Column], arguments: Namespace) -> Soft:
    from ..soft import Fuzzy, Possibilistic, Rough

    degrees = [[float(x) for x in row] for row in zip(*(c.numbers() for c in columns), strict=True)]
    names = arguments.memberships
    if arguments.kind == "rough":
        return Rough([[x > 0 for x in row] for row in degrees], clusters=names)
    if arguments.kind == "possibilistic":
        subnormal = "rescale" if arguments.normalize else "error"
        return Possibilistic(degrees, subnormal=subnormal, clusters=names)
    if arguments.normalize:
        return Fuzzy.normalized(degrees, clusters=names)
    try:
        return Fuzzy(degrees, clusters=names)
    except InputError as error:
        raise InputError(f"{error} (on the command line: --normalize)") from None


def _row(one: Request, truth: list[Any], clustering: Soft, seed: int) -> dict[str, Any]:
    from ..soft import Fuzzy, expectation, law

    row: dict[str, Any] = {"measure": one.measure.name, "better": one.measure.better}
    try:
        mean = expectation(one.measure, truth, clustering, seed=seed, **one.options)
        low, high, method = mean.lower, mean.upper, mean.method
        if isinstance(clustering, Fuzzy):
            worlds = law(one.measure, truth, clustering, seed=seed, **one.options)
            low = cast("float", worlds.quantile((1 - COVERED) / 2))
            high = cast("float", worlds.quantile((1 + COVERED) / 2))
            if worlds.method != method:
                method = f"mean {method}; low and high {worlds.method}"
    except UndefinedError as error:
        note(str(error))
        return {**row, "value": None, "low": None, "high": None, "method": "no value"}
    found = {"value": mean.value, "low": low, "high": high, "method": method}
    return {**row, **found, "error": mean.error}


def _document(arguments: Namespace, truth: Column, rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "schema": 1,
        "n": len(truth.labels),
        "truth": truth.name,
        "memberships": arguments.memberships,
        "kind": arguments.kind,
        "results": [{k: v for k, v in row.items() if v is not None} for row in rows],
    }
