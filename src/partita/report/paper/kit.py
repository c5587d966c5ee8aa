"""The files of a paper, from a comparison or from ranks over data sets."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.draws import ADDED_LARGE, SCORED_GROUPS
from ...base.errors import InputError
from ...base.progress import long_work
from ...base.wording import count_text, number_of
from ...measures.chosen import choose
from ..formats.grids import datasets_grid, groups_grid, scores_grid
from ..formats.latex import Grid, Layout
from ..formats.references import bibliography, entry_text, software_entry
from ..formats.tex_symbols import measure_symbol
from ..formats.tex_text import escape_latex, needs
from .data_text import data_text, datasets_data_text
from .files import write_files
from .inference_text import (
    chance_text,
    datasets_text,
    groups_text,
    interval_text,
    ranking_text,
    software_text,
)
from .measures_text import measures_text
from .pictures import Picture, comparison_pictures, drawn, included, summary_pictures
from .prose import Paragraph, Sentence, cited, for_latex, for_markdown

if TYPE_CHECKING:
    from ...comparison import Columns, Comparison, Ranking, RankSummary

_PACKAGES = """\\documentclass{article}
\\usepackage[a4paper, textwidth=WIDTHmm, textheight=240mm]{geometry}
\\usepackage{graphicx}
"""
_FONTS = """% or another font that has all signs:
\\usepackage{fontspec}
\\setmainfont{DejaVu Serif}
"""
_END = """\\clearpage
\\bibliographystyle{plain}
\\bibliography{references}
\\end{document}
"""


@dataclass(frozen=True, slots=True)
class Kit:
    """The parts of a paper before they are files."""

    tables: dict[str, str]  # name and LaTeX
    paragraphs: Sequence[Paragraph]
    pictures: list[Picture]
    remarks: Sequence[str] = ()


@long_work("writing tables and figures")
def write_paper(
    result: Any, folder: str | os.PathLike[str], options: Sequence[Any], *, overwrite: bool
) -> tuple[Path, ...]:
    """Write all files, after all of them are made; warn of what a reader should know."""
    layout = Layout(*options).checked()
    if layout.width is None:
        raise InputError("width must be a number of millimeters, such as 85 for a column")
    kit = _KITS[result._grid](result, layout)
    files, remarks = kit_files(kit, layout)
    written = write_files(folder, files, overwrite=bool(overwrite))
    for remark in (*kit.remarks, *remarks):
        warnings.warn(remark, stacklevel=4)  # the line that called `paper`
    return written


def kit_files(kit: Kit, layout: Layout) -> tuple[dict[str, bytes], list[str]]:
    """Every file by its name, and remarks."""
    width = layout.width or 0.0
    tex = for_latex(kit.paragraphs)
    texts = {f"{name}.tex": text for name, text in kit.tables.items()}
    texts["methods.tex"] = tex
    if kit.pictures:
        texts["figures.tex"] = included(kit.pictures, width)
    demand = needs([*texts.values()])
    texts["preview.tex"] = _preview([*texts], width, own_fonts=bool(demand))
    lead = f"% Made by partita {_version()}.\n" + (f"% It {demand}.\n" if demand else "")
    files = {name: lead + text for name, text in texts.items()}
    files["methods.md"] = for_markdown(kit.paragraphs)
    files["references.bib"] = _bibliography(cited(kit.paragraphs))
    pictures, remarks = drawn(kit.pictures, width)
    done = {name: text.encode() for name, text in files.items()} | pictures
    return done, remarks + [f"the LaTeX code {demand}"] * bool(demand)


def _preview(names: Sequence[str], width: float, *, own_fonts: bool) -> str:
    """A document with all other files."""
    packages = _PACKAGES.replace("WIDTH", f"{width:g}") + (_FONTS if own_fonts else "")
    ordered = sorted(names, key=lambda name: name != "methods.tex")
    inputs = "".join(rf"\input{{{name.removesuffix('.tex')}}}" + "\n" for name in ordered)
    return packages + "\\begin{document}\n\\section*{Methods}\n" + inputs + _END


def _version() -> str:
    from ... import __version__

    return __version__


def _bibliography(keys: Sequence[str]) -> str:
    """The cited works in the order of the bibliography, and partita."""
    own = [software_entry()] if "partita" in keys else []
    return "\n".join([*(entry_text(key) for key in bibliography() if key in keys), *own])


def comparison_kit(comparison: Comparison, layout: Layout) -> Kit:
    """What a comparison gives: scores, groups, figures, and how they were computed."""
    ranking, remarks = _ranking(comparison)
    found = _by_group(comparison)
    grid = scores_grid(comparison, layout, ranking)
    tables = {"table": _float(grid, layout, _caption(comparison), "tab:scores")}
    paragraphs = [
        data_text(comparison),
        measures_text(comparison.measures),
        [*interval_text(comparison), *chance_text(comparison)],
        [] if ranking is None else list(ranking_text(ranking)),
    ]
    if found is not None:
        tables["groups"] = _groups_table(comparison, found, layout)
        paragraphs.append([_groups_sentence(comparison, found)])
    paragraphs.append([software_text()])
    pictures = list(comparison_pictures(comparison, ranking, found))
    return Kit(tables, [one for one in paragraphs if one], pictures, remarks)


def _ranking(comparison: Comparison) -> tuple[Ranking | None, list[str]]:
    """The ranking, or a remark that says why there is none."""
    if len(comparison.counted) < 2:
        return None, []
    ranking = comparison.ranking
    if isinstance(ranking, str):
        return None, [f"clusterings are not ranked: {ranking}"]
    return ranking, []


def _by_group(comparison: Comparison) -> Columns | None:
    """The scores in each group, with intervals if the comparison has them."""
    counts = [one.group_count for one in comparison.counted.values()]
    if not counts or any(n is None or n > SCORED_GROUPS for n in counts):
        return None
    return comparison.by_group(confidence=_level(comparison), draws=ADDED_LARGE)


def _level(comparison: Comparison) -> float | None:
    levels = (one.estimate.confidence for one in comparison.scores if one.estimate is not None)
    return next(levels, None)


def _groups_table(comparison: Comparison, found: Columns, layout: Layout) -> str:
    symbol = measure_symbol(comparison.leading)
    caption = f"{symbol} of the objects of each group alone."
    turned = replace(layout, caption="", label="", transpose=None)
    grid = groups_grid(found, comparison.leading, turned)
    return _float(grid, turned, caption, "tab:groups")


def _groups_sentence(comparison: Comparison, found: Columns) -> Sentence:
    level, symbol = _level(comparison), measure_symbol(comparison.leading)
    drawn_any = level is not None and not np.isnan(found["low"]).all()
    draws = ADDED_LARGE if drawn_any else None
    return groups_text(symbol, draws, level or 0.0, comparison.rng)


def _float(grid: Grid, layout: Layout, caption: str, label: str) -> str:
    own = replace(layout, caption=layout.caption or caption, label=layout.label or label)
    return grid.written(own)


def _caption(comparison: Comparison) -> str:
    sizes = set(comparison.sizes.values())
    n = f" ($n = {count_text(sizes.pop()).replace(',', '{,}')}$)" if len(sizes) == 1 else ""
    what = number_of(len(comparison.predictions), "clustering", "clusterings")
    return f"Agreement of {what} with {escape_latex(comparison.truth)}{n}."


def datasets_kit(summary: RankSummary, layout: Layout) -> Kit:
    """What ranks over data sets give: scores with mean ranks, their diagram, and the tests."""
    grid = datasets_grid(summary, layout)
    methods = summary.table.height
    symbol = measure_symbol(summary.measure)
    caption = f"{symbol} of {methods} methods on {summary.datasets} data sets, and mean ranks."
    return Kit(
        {"table": _float(grid, layout, caption, "tab:datasets")},
        [one for one in _datasets_paragraphs(summary) if one],
        list(summary_pictures(summary)),
    )


def _datasets_paragraphs(summary: RankSummary) -> Iterator[Paragraph]:
    yield list(datasets_text(summary))
    if summary.comparisons:
        yield datasets_data_text(summary.comparisons)
        yield measures_text([choose(summary.measure)])
    yield [software_text()]


_KITS: dict[str, Callable[[Any, Layout], Kit]] = {
    "scores_grid": comparison_kit,
    "datasets_grid": datasets_kit,
}
