"""`partita paper`: write tables, figures and a methods paragraph for a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from .comparing import compared, comparison_of
from .options import OUTPUT, add, inference_options, source_options
from .source import note_left_out, read_source
from .status import DONE
from .terminal import note

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..comparison.comparison import Comparison
    from ..comparison.datasets.datasets import RankSummary
    from .source import Source

FOLDER = "paper"
DATASETS = "data sets"
_IDLE = ("null", "method", "draws", "groups")  # with data sets, where nothing is drawn


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Write what a paper needs into a folder: a LaTeX table with the best in bold, intervals and"
        " letters; figures as PDF and SVG; a methods paragraph that says what was computed; its"
        " references; and preview.tex, which shows all of it."
    )
    command.usage = "partita paper FILE --truth COL --prediction COL [COL ...] [options]"
    command.epilog = (
        "example:\n  partita paper cells.csv --truth cell_line --prediction kmeans_5 mixture_5 \\\n"
        "    --measure ARI V --folder paper --width 85"
    )
    source_options(
        command, "columns with clusterings, or patterns such as 'leiden_*'", "the headline measures"
    )
    text = (
        "column with the data set of each object: rank the clusterings over data sets, by one"
        " measure (default: adjusted_rand)"
    )
    add(command, DATASETS, "--datasets", metavar="COL", help=text)
    inference_options(command, "level of intervals, ranks and letters (default: 0.95)", level=0.95)
    folder = f"folder to write to (default: {FOLDER})"
    add(command, OUTPUT, "--folder", default=FOLDER, metavar="DIR", help=folder)
    width = "millimeters of tables and figures: 85 for a column, 175 for a page (default: 85)"
    add(command, OUTPUT, "--width", type=float, default=85.0, metavar="MM", help=width)
    digits = "decimals of the scores (default: 3)"
    add(command, OUTPUT, "--digits", type=int, default=3, metavar="N", help=digits)
    turned = "rows and columns of the table: as given, or changed (default: what fits better)"
    choices = ("yes", "no")
    add(command, OUTPUT, "--transpose", choices=choices, help=turned)
    caption = "LaTeX code of the caption of the table"
    add(command, OUTPUT, "--caption", default="", metavar="TEXT", help=caption)
    label = "label of the table, such as tab:scores"
    add(command, OUTPUT, "--label", default="", metavar="TEXT", help=label)
    replaced = "replace files that partita did not write, or that were changed since"
    add(command, OUTPUT, "--overwrite", action="store_true", help=replaced)


def run(arguments: Namespace) -> tuple[str, int]:
    """Write the files and list them."""
    from warnings import catch_warnings, simplefilter

    result = _comparison(arguments) if arguments.datasets is None else _summary(arguments)
    with catch_warnings(record=True) as remarks:
        simplefilter("always")
        files = result.paper(
            arguments.folder,
            width=arguments.width,
            digits=arguments.digits,
            transpose={"yes": True, "no": False, None: None}[arguments.transpose],
            caption=arguments.caption,
            label=arguments.label,
            overwrite=arguments.overwrite,
        )
    for remark in remarks:
        note(f"warning: {remark.message}")
    return "".join(f"{path}\n" for path in files), DONE


def _comparison(arguments: Namespace) -> Comparison:
    from ..measures.chosen import choose_all

    return compared(arguments, choose_all(arguments.measure))[1]


def _summary(arguments: Namespace) -> RankSummary:
    """Compare the clusterings of each data set, and rank them over data sets."""
    from argparse import Namespace as Settings

    from ..comparison.datasets.datasets import rank_datasets
    from ..measures.chosen import choose_all

    idle = next((name for name in _IDLE if getattr(arguments, name) is not None), None)
    if idle is not None:
        raise InputError(f"--{idle} has no effect with --datasets: nothing is drawn")
    chosen = choose_all(arguments.measure or "adjusted_rand")
    if len(chosen) > 1:
        raise InputError("--measure: name one measure, by which --datasets ranks the clusterings")
    source = read_source(arguments, arguments.prediction)
    note_left_out(arguments, source)
    settings = Settings(**{**vars(arguments), "confidence": None})
    results = {name: comparison_of(settings, part, chosen) for name, part in _parts(source).items()}
    return rank_datasets(results, chosen[0], confidence=arguments.confidence)


def _parts(source: Source) -> dict[str, Source]:
    """The rows of each data set, in the order in which the data sets begin."""
    rows: dict[str | None, list[int]] = {}
    for row, name in enumerate(source.others["datasets"].labels):
        rows.setdefault(name, []).append(row)
    return {str(name): source.part(places) for name, places in rows.items()}
