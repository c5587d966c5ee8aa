"""`partita plan`: how many objects must be labeled, judged by a file with some of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..base.errors import InputError
from ..base.progress import working
from .options import (
    CERTAINTY,
    MEASURES,
    add,
    groups_option,
    input_options,
    label_options,
    output_options,
    seed_option,
)
from .patterns import predictions_of
from .source import note_left_out, policies, read_source
from .status import DONE
from .writing import rendered


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Say how many objects must be labeled for an interval of a given width, or to detect a"
        " difference between two clusterings. The rows of FILE are the pilot."
    )
    command.usage = "partita plan FILE [FILE ...] --truth COL --prediction COL [COL] [options]"
    command.epilog = (
        "example:\n  partita plan cells.csv --truth cell_line --prediction kmeans_5 \\\n"
        "    --half-width 0.02\n\n"
        "  partita plan cells.csv --truth cell_line --prediction kmeans_5 mixture_5 \\\n"
        "    --detect 0.03 --power 0.9"
    )
    input_options(command, "--prediction", "column with a clustering, or two to compare")
    measure = "the measure, options after a colon (default: adjusted_rand)"
    add(command, MEASURES, "--measure", default="adjusted_rand", metavar="NAME", help=measure)
    label_options(command)
    number = {"type": float, "metavar": "NUMBER"}
    width = "half of the interval; with two clusterings, of the difference"
    add(command, CERTAINTY, "--half-width", help=width, **number)
    detect = "the difference of two clusterings to be detected"
    add(command, CERTAINTY, "--detect", help=detect, **number)
    power = "probability of detecting it (default: 0.8)"
    add(command, CERTAINTY, "--power", help=power, **number)
    level = "level of the interval, or 1 - the level of the test (default: 0.95)"
    add(command, CERTAINTY, "--confidence", default=0.95, type=float, metavar="LEVEL", help=level)
    groups_option(command, "column with the donor or document of each object: plan their number")
    seed_option(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Plan from the columns of the file."""
    from ..inference import plan
    from ..measures.chosen import choose
    from ..report.formats.series import plan_sheet

    arguments.prediction = predictions_of(arguments)
    if len(arguments.prediction) > 2:
        raise InputError("--prediction: name one column, or two to compare")
    if (arguments.half_width is None) == (arguments.detect is None):
        raise InputError("give either --half-width, such as 0.02, or --detect, such as 0.03")
    if arguments.detect is not None and len(arguments.prediction) < 2:
        raise InputError("--detect is a difference: name two columns with --prediction")
    if arguments.power is not None and arguments.detect is None:
        raise InputError("--power has no effect without --detect")
    s = choose(arguments.measure)
    source = read_source(arguments, arguments.prediction)
    note_left_out(arguments, source)
    a, b = (*source.labels.values(), None)[:2]
    with working("planning"):
        found = plan(
            s.measure,
            source.truth.labels,
            a,
            b,
            half_width=arguments.half_width,
            detect=arguments.detect,
            power=0.8 if arguments.power is None else arguments.power,
            confidence=arguments.confidence,
            rng=arguments.seed,
            **policies(arguments, source),
            **s.options,
        )
    return rendered(plan_sheet(found, source.truth.name, list(source.predictions)), arguments), DONE
