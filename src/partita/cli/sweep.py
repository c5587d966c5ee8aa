"""`partita sweep`: scores over the number of clusters or another parameter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..base.draws import SWEEP
from ..base.errors import InputError
from ..base.progress import working
from .comparing import check_interactive, save_report
from .options import CERTAINTY, add, draw_options, output_options, report_option, source_options
from .patterns import predictions_of
from .source import note_left_out, policies, read_source
from .status import DONE
from .terminal import note
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DEFAULT = ("v_measure", "adjusted_mutual_information", "adjusted_rand", "normalized_van_dongen")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_GIVEN = re.compile(rf"=(?:{_NUMBER.pattern})$")


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Score clusterings over a parameter, with the expected value under chance, and say which"
        " value of the parameter each measure prefers. The parameter is the last number in the"
        " name of a column (kmeans_10, leiden_0.5); otherwise write --prediction COL=K."
    )
    command.usage = (
        "partita sweep FILE [FILE ...] --truth COL --prediction COL[=K] COL[=K] ... [options]"
    )
    command.epilog = (
        "example:\n  partita sweep cells.csv --truth cell_line --prediction 'kmeans_*'\n"
        "  partita sweep cells.h5ad --truth cell_type --prediction ward=5 leiden=8"
    )
    source_options(
        command,
        "columns with clusterings, COL or COL=K, or patterns such as 'leiden_*'",
        ", ".join(DEFAULT),
    )
    null = "null model; none leaves chance out (default: permutation)"
    add(command, CERTAINTY, "--null", default="permutation", metavar="MODEL", help=null)
    draw_options(command)
    output_options(command)
    report_option(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Score the columns over their parameter."""
    from ..comparison.sweep import sweep
    from ..report.formats.series import sweep_sheet

    check_interactive(arguments)
    columns = columns_by_parameter(_columns(arguments))
    source = read_source(arguments, list(columns.values()))
    note_left_out(arguments, source)
    with working(f"comparing {len(columns)} clusterings of {source.rows:,} objects"):
        found = sweep(
            source.truth.labels,
            {parameter: source.labels[name] for parameter, name in columns.items()},
            measures=arguments.measure or DEFAULT,
            null=None if arguments.null == "none" else arguments.null,
            draws=SWEEP if arguments.draws is None else arguments.draws,
            rng=arguments.seed,
            **policies(arguments, source),
        )
    if arguments.report is not None:
        note(save_report(arguments, found, arguments.report))
    sheet = sweep_sheet(found, source.truth.name, columns, source.rows)
    return rendered(sheet, arguments), DONE


def _columns(arguments: Namespace) -> list[str]:
    """The columns of the option; patterns, which have no parameter, become the names they match."""
    given = [text for text in arguments.prediction if _GIVEN.search(text)]
    named = [text for text in arguments.prediction if text not in given]
    return [*given, *(map(_with_parameter, predictions_of(arguments, named)) if named else ())]


def _with_parameter(name: str) -> str:
    """A column whose name looks like COL=K, as COL=K with its whole name."""
    given = _GIVEN.search(name)
    return name if given is None else f"{name}{given[0]}"


def columns_by_parameter(texts: list[str]) -> dict[int | float, str]:
    """Columns by their parameter, in ascending order.

    Examples
    --------
    >>> columns_by_parameter(["kmeans_10", "kmeans_2", "ward=5", "leiden_r0.5"])
    {0.5: 'leiden_r0.5', 2: 'kmeans_2', 5: 'ward', 10: 'kmeans_10'}
    """
    found: dict[int | float, str] = {}
    for text in texts:
        name, parameter = _named(text)
        if parameter in found:
            raise InputError(
                f"--prediction: {found[parameter]!r} and {name!r} both stand for {parameter};"
                " give each a number of its own, such as"
                f" {found[parameter]}={parameter} {name}={parameter + 1}"
            )
        found[parameter] = name
    return dict(sorted(found.items()))


def _named(text: str) -> tuple[str, int | float]:
    name, equals, given = text.rpartition("=")
    if equals and _NUMBER.fullmatch(given):
        return name, _number(given)
    numbers = _NUMBER.findall(text)
    if not numbers:
        column = name if equals else text
        raise InputError(
            f"--prediction: there is no number in {text!r}; write {column}=K with its parameter K"
        )
    return text, _number(numbers[-1])


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)
