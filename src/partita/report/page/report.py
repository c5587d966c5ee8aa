"""The report of a comparison: its sections, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...comparison.report_data import Supplement, supplemented
from ...comparison.verdict.contest import leading, ordered
from ...comparison.verdict.verdict import Verdict
from ...comparison.verdict.verdicts import verdicts
from ...figures.grammar.words import count, short
from ...figures.plane import plane_of
from ...figures.svg.svg import svg
from ...inference.widening.doubts import few_per_cell
from ..formats.text import Table
from .contest import contest_section
from .details import groups, pictures
from .extras import advice_section, law_section, sweep_section
from .frame import Section, document, figure, folded, section
from .headline import headline_section
from .markup import bullets, paragraph, tag
from .measures import measures_section
from .methods import citation_section, methods_section, versions
from .sources import Sources
from .verdicts import topics, verdict_section

if TYPE_CHECKING:
    from ...comparison import Comparison, Sweep
    from ...figures.grammar.palette import Colors
    from ...soft.kinds.results import Law

_SHOWN = 30  # clusterings in the tables, the best first
_DETAILED = 8  # clusterings with pictures and tables of their own


def comparison_page(
    comparison: Comparison,
    *,
    colors: Colors = None,
    sweep: Sweep | None = None,
    laws: Mapping[str, Law] | None = None,
) -> str:
    """The report as one HTML page."""
    found = supplemented(comparison)
    return document(
        _title(comparison),
        list(_sections(found, colors, sweep, laws or {})),
        lead=paragraph(_lead(comparison), kind="lead"),
        footer=f"Made by {versions()}. This page loads nothing and runs no script.",
    )


def _sections(
    found: Supplement, colors: Colors, sweep: Sweep | None, laws: Mapping[str, Law]
) -> Iterator[Section]:
    comparison, sources = found.comparison, Sources()
    order = _order(found)
    said = verdicts(comparison, found.ranking)
    yield verdict_section(said, order, sources)
    yield headline_section(found, order[:_SHOWN])
    if found.ranking is not None:
        yield contest_section(found.ranking)
    hard = [name for name in order if name in comparison.counted]
    if hard:
        yield from _detailed(comparison, hard, colors, said, sources)
    if laws:
        yield law_section(laws)
    if sweep is not None:
        yield sweep_section(sweep)
    yield measures_section(found, order[:_SHOWN], sources)
    if hard:
        yield advice_section(comparison.advice, sources)
    yield methods_section(found)
    yield citation_section(sources)


def _detailed(
    comparison: Comparison,
    hard: Sequence[str],
    colors: Colors,
    said: Sequence[Verdict],
    sources: Sources,
) -> Iterator[Section]:
    """Pictures and tables of one clustering, or of each of several."""
    if len(comparison.predictions) == 1:
        yield section("table", "The table behind the scores", pictures(comparison, hard[0], colors))
        yield _plane(comparison)
        yield section("groups", "Where it fails", groups(comparison, hard[0]))
        return
    yield _plane(comparison)
    parts = []
    for place, name in enumerate(hard[:_DETAILED]):
        own = topics([one for one in said if one.prediction == name], sources)
        body = [
            bullets(own, "verdict"),
            pictures(comparison, name, colors, level=4),
            groups(comparison, name, 4),
        ]
        heading = tag("h3", short(name, 60))
        parts.append(folded(heading, *body, opened=place == 0, kind="part"))
    yield section("details", "Each in detail", *parts)


def _plane(comparison: Comparison) -> Section:
    points = list(comparison.plane().rows())
    rows = [
        (
            short(row["prediction"], 40), row["homogeneity"], row["completeness"], row["v_measure"],
            *(_known(row[f"{name}_error"]) for name in ("homogeneity", "completeness")),
        )
        for row in points
    ]  # fmt: skip
    header = ("clustering", "homogeneity", "completeness", "V", "standard error of h", "of c")
    caption = (
        "Homogeneity is lost when clusters hold several classes, completeness when classes lie in "
        "several clusters. Thin lines join equal V."
    )
    if any(_known(row["homogeneity_error"]) is not None for row in points):
        caption += " Shaded: 95 % confidence region."
        if any(few_per_cell(one.table) for one in comparison.counted.values()):
            caption += " With fewer than 20 objects per cell it may be too small."
    if len(comparison.counted) < len(comparison.predictions):
        caption += " Soft clusterings have no single table and are not shown."
    drawn = figure(svg(plane_of(comparison.truth, points)), caption, Table(header, rows))
    return section("plane", "Merged or split?", drawn)


def _known(value: float) -> float | None:
    return None if value != value else value  # noqa: PLR0124 - NaN marks what is not known


def _order(found: Supplement) -> list[str]:
    """Clusterings from the best to the worst; those without a value last."""
    comparison = found.comparison
    ranked = [one.prediction for one in ordered(comparison, leading(comparison))]
    return ranked + [name for name in comparison.predictions if name not in ranked]


def _title(comparison: Comparison) -> str:
    names = comparison.predictions
    if len(names) == 1:
        return f"{short(names[0], 60)} against {short(comparison.truth, 60)}"
    return f"{len(names)} clusterings against {short(comparison.truth, 60)}"


def _lead(comparison: Comparison) -> str:
    sizes = set(comparison.sizes.values())
    n = f"n = {count(next(iter(sizes)))}" if len(sizes) == 1 else "n differs"
    first = next(iter(comparison.counted.values()), None)
    if first is None:
        return f"{n}, {len(comparison.measures)} measures"
    alone = len(comparison.predictions) == 1
    shape = str(first.table.groups) if alone else first.table.groups.class_text
    return f"{n}, {shape}, {len(comparison.measures)} measures"
