"""The report of a comparison: its sections in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...base.wording import brief, count_text
from ...figures.plane import plane_of
from ...figures.svg.svg import svg
from ..formats.markup import bullets, marked_name, paragraph, tag
from ..formats.text import Table
from .choices import choices_section
from .citations import Citations
from .classes import without_soft
from .contest import contest_section
from .details import flow_picture, groups, pictures
from .extras import advice_section, law_section, sweep_section
from .frame import Section, document, figure, folded, section
from .headline import headline_section
from .measures import measures_section
from .methods import citation_section, methods_section, versions
from .sizes import sizes_section
from .verdicts import topics, verdict_section

if TYPE_CHECKING:
    from ...comparison import Columns, Comparison, Sweep
    from ...comparison.report_data import ReportData
    from ...figures.grammar.palette import Colors
    from ...soft.kinds.results import Law
    from .interactive import Extra

_SHOWN = 30  # clusterings in the tables, best first


def comparison_page(
    found: ReportData,
    *,
    colors: Colors = None,
    sweep: Sweep | None = None,
    laws: Mapping[str, Law] | None = None,
    facts: Mapping[str, str] | None = None,
    interactive: bool = False,
) -> str:
    """The report as one HTML page."""
    return document(
        _title(found.comparison),
        list(_sections(found, colors, sweep, laws or {}, facts or {})),
        lead=paragraph(_lead(found.comparison), kind="lead"),
        footer=f"Made by {versions()}.",
        more=_script(found) if interactive else None,
    )


def _script(found: ReportData) -> Extra:
    """The script, and what it can show instead."""
    from .interactive import extra
    from .switches import pictures, switches

    data = switches(found)
    return extra(data, pictures(found) if data else ())


def _sections(
    found: ReportData,
    colors: Colors,
    sweep: Sweep | None,
    laws: Mapping[str, Law],
    facts: Mapping[str, str],
) -> Iterator[Section]:
    works, order = Citations(), found.order
    yield verdict_section(found, works)
    yield headline_section(found, order[:_SHOWN])
    if found.ranking is not None:
        yield contest_section(found.ranking)
    if found.robustness is not None:
        yield choices_section(found.robustness)
    if found.plane is not None:
        yield from _detailed(found, found.plane, colors, works)
    if laws:
        short = {name: shown for shown, name in found.full_names.items()}
        yield law_section({short.get(name, name): law for name, law in laws.items()})
    if sweep is not None:
        yield sweep_section(sweep)
    yield measures_section(found, order[:_SHOWN], works)
    if found.plane is not None:
        yield advice_section(found.comparison.advice, works)
    yield methods_section(found, facts)
    yield citation_section(works)


def _detailed(
    found: ReportData, plane: Columns, colors: Colors, works: Citations
) -> Iterator[Section]:
    """Figures and tables of each clustering."""
    comparison = found.comparison
    if len(comparison.predictions) == 1:
        (name,) = comparison.predictions
        drawn = flow_picture(comparison, name, colors)
        about = "where the objects of each class go"
        yield section("flow", "From class to cluster", drawn, about=about)
        yield _plane(found, plane)
        yield from _sizes(found)
        about = "split classes and mixed clusters"
        yield section("groups", "Where it fails", groups(found, name), about=about)
        return
    yield _plane(found, plane)
    yield from _sizes(found)
    parts = []
    for name in found.edits:
        own = topics([one for one in found.verdicts if one.prediction == name], works)
        body = [
            bullets(own, "verdict"),
            pictures(comparison, name, colors, level=4),
            groups(found, name, 4),
        ]
        heading = tag("h3", marked_name(name, 60))
        parts.append(folded(heading, *body, kind="part"))
    about = "where each clustering fails, and what would help"
    yield section("details", "Each in detail", *parts, about=about)


def _plane(found: ReportData, plane: Columns) -> Section:
    comparison, points = found.comparison, list(plane.rows())
    rows = [
        (
            marked_name(row["prediction"]),
            *(row[name] for name in ("homogeneity", "completeness", "v_measure")),
            *(_known(row[f"{name}_error"]) for name in ("homogeneity", "completeness")),
        )
        for row in points
    ]  # fmt: skip
    header = ("clustering", "homogeneity", "completeness", "V", "standard error of h", "of c")
    caption = (
        "Clusters with several classes reduce homogeneity; classes in several clusters reduce "
        "completeness. V is equal along the thin lines."
    )
    if any(_known(row["homogeneity_error"]) is not None for row in points):
        caption += " Shaded: 95% confidence region."
        if found.sparse:
            caption += " With fewer than 20 objects per cell, the region may be too small."
    caption += without_soft(comparison)
    drawn = figure(svg(plane_of(comparison.truth, points)), caption, Table(header, rows))
    about = "homogeneity against completeness"
    return section("plane", "Merged or split?", drawn, about=about)


def _sizes(found: ReportData) -> Iterator[Section]:
    if found.sizes is not None:
        yield sizes_section(found.sizes)


def _known(value: float) -> float | None:
    return None if value != value else value  # noqa: PLR0124 - NaN marks an unknown value


def _title(comparison: Comparison) -> str:
    names = comparison.predictions
    if len(names) == 1:
        return f"{brief(names[0], 60)} against {brief(comparison.truth, 60)}"
    return f"{len(names)} clusterings against {brief(comparison.truth, 60)}"


def _lead(comparison: Comparison) -> str:
    sizes = set(comparison.sizes.values())
    n = f"n = {count_text(next(iter(sizes)))}" if len(sizes) == 1 else "n differs"
    first = next(iter(comparison.counted.values()), None)
    if first is None:
        return f"{n}, {len(comparison.measures)} measures"
    alone = len(comparison.predictions) == 1
    shape = str(first.table.groups) if alone else first.table.groups.class_text
    return f"{n}, {shape}, {len(comparison.measures)} measures"
