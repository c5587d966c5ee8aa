"""The figures of a paper: each as PDF and SVG, with a caption."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ... import figures
from ...base.wording import count_text, level_text
from ...figures.groups import groups_of
from ...figures.plots.printed import printed
from ..formats.tex_text import escape_latex

if TYPE_CHECKING:
    from ...comparison import Columns, Comparison, Ranking, RankSummary
    from ...figures import Figure

_NAMED = 12  # clusterings whose names have room in the plane
_MEASURES = 30  # of one clustering in one figure
_GLYPH = "Glyph"  # the start of the warning of matplotlib


class Picture(NamedTuple):
    """A figure with its name and a caption."""

    name: str
    figure: Figure
    caption: str


def comparison_pictures(
    comparison: Comparison, ranking: Ranking | None, by_group: Columns | None
) -> Iterator[Picture]:
    """The ranking, the classes, homogeneity and completeness, and the scores in groups."""
    names, counted = comparison.predictions, comparison.counted
    if ranking is not None:
        level = level_text(ranking.confidence)
        yield Picture(
            "ranking",
            figures.leaderboard(ranking),
            f"Clusterings by {ranking.measure} with {level} intervals, the best first. "
            "Clusterings with a common letter are not significantly different.",
        )
    if len(names) > 1 and counted:
        yield Picture(
            "classes",
            figures.class_matrix(comparison, ranking or ""),
            "How well each clustering finds each class: the F of the cluster that matches the "
            "class best, the hardest class first.",
        )
    if 1 < len(counted) <= _NAMED:
        yield Picture(
            "plane",
            figures.plane(comparison),
            "Homogeneity and completeness, with lines of equal V and 95% confidence regions.",
        )
    if len(names) == 1 and counted:
        yield Picture(
            "table",
            figures.heatmap(comparison),
            f"Objects of each class of {comparison.truth} in each cluster of {names[0]}.",
        )
    if len(names) == 1 and len(comparison.measures) <= _MEASURES:
        yield Picture(
            "scores",
            figures.ranges(comparison),
            "Each score between the worst and the best value of its measure.",
        )
    if by_group is not None:
        yield Picture(
            "groups",
            groups_of(by_group, comparison.leading),
            f"{comparison.leading.label} of the objects of each group alone, the group with the "
            "worst score first.",
        )


def summary_pictures(summary: RankSummary) -> Iterator[Picture]:
    """The diagram of mean ranks."""
    bars = "Bars join methods that are not significantly different"
    distance = summary.critical_difference
    test = "" if distance is None else f" (critical difference {distance:.2f})"
    yield Picture(
        "ranks",
        figures.critical(summary),
        f"Mean ranks over {count_text(summary.datasets)} data sets, 1 the best. {bars}{test}.",
    )


def drawn(pictures: list[Picture], width: float) -> tuple[dict[str, bytes], list[str]]:
    """The files of all figures, and remarks on names that their font cannot show."""
    files: dict[str, bytes] = {}
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for one in pictures:
            for style, content in printed(one.figure, width).items():
                files[f"figure-{one.name}.{style}"] = content
    others = [one for one in found if not str(one.message).startswith(_GLYPH)]
    for other in others:
        warnings.warn_explicit(other.message, other.category, other.filename, other.lineno)
    missing = len(others) < len(found)
    return files, ["the font of the figures lacks signs of some names"] * missing


def included(pictures: list[Picture], width: float) -> str:
    """The figures as floats of LaTeX."""
    name = "figure*" if width > 100 else "figure"
    return "\n".join(
        "\n".join(
            [
                rf"\begin{{{name}}}[tp]",
                r"\centering",
                rf"\includegraphics{{figure-{one.name}}}",
                rf"\caption{{{escape_latex(one.caption)}}}",
                rf"\label{{fig:{one.name}}}",
                rf"\end{{{name}}}",
            ]
        )
        + "\n"
        for one in pictures
    )
