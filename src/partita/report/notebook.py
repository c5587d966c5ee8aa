"""Notebook displays of tables, measures and results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from typing import TYPE_CHECKING, Any, cast

from ..base.errors import InputError
from ..base.wording import count_text, level_text, number_of, number_text, p_number, range_text
from ..figures import law as law_figure
from ..figures import monitoring as monitoring_figure
from ..figures import plan as plan_figure
from ..figures import posterior as posterior_figure
from ..figures import range_bar
from ..figures.grammar.words import line_sizes
from ..measures.chosen import choose
from ..measures.measure import Measure
from ..results import Difference, Estimate, Monitoring, Plan, Posterior, Significance
from ..soft.kinds.results import End, Expectation, Extremes, Law
from .cards import card, facts, heading, listed, name, paragraph, picture
from .formats.listing import about, bounds, by_family
from .formats.markup import Markup, tag
from .formats.references import citation

if TYPE_CHECKING:
    from ..table.contingency import AnyTable
    from ..table.table import Table

_LINES = 12  # rows and columns of a table that are shown; the rest are summed
_CELL = "text-align:right;padding:2px 8px"
_NAME = "text-align:left;padding:2px 8px"


def table_html(table: Table) -> str:
    """The largest classes and clusters, each cluster with its class, shaded by class share."""
    from ..comparison.diagnosis.cells import matched_cells

    cells = matched_cells(cast("AnyTable", table), _LINES)
    rows, columns = line_sizes(cells, "class", "row"), line_sizes(cells, "cluster", "column")
    found = {(row["row"], row["column"]): row for row in cells.rows()}
    head = [tag("th", name(title), scope="col", style=_CELL) for title, _ in columns]
    places = range(len(columns))
    lines = [
        _line(name(title), [_count(found.get((row, place))) for place in places], size)
        for row, (title, size) in enumerate(rows)
    ]
    lines.append(_line("all", [_sum(size) for _, size in columns], table.n))
    titles = (tag("th", "class \\ cluster", style=_NAME), *head)
    top = tag("thead", tag("tr", *titles, tag("th", "all", scope="col", style=_CELL)))
    summary = (
        f"{type(table).__name__}: {count_text(table.n)} {table._described}, {table.groups}, "
        f"{number_of(table.nnz, 'cell', 'cells')}"
    )
    return card(
        paragraph(summary),
        tag("table", top, tag("tbody", *lines), style="margin:4px 0"),
        paragraph("The deeper the shade, the larger the share of the class in the cluster."),
    )


def _line(title: str, cells: list[Markup], size: float) -> Markup:
    return tag("tr", tag("th", title, scope="row", style=_NAME), *cells, _sum(size))


def _sum(size: float) -> Markup:
    return tag("td", count_text(size), style=f"{_CELL};opacity:0.75")


def _count(cell: dict[str, Any] | None) -> Markup:
    if cell is None:
        return tag("td", style=_CELL)
    shade = f"background:rgba(0,114,178,{0.6 * cell['class_share']:.2f})"
    return tag("td", count_text(cell["count"]), style=f"{_CELL};{shade}")


def measure_html(m: Measure) -> str:
    """What a measure means, its claims, its drawback and its references."""
    return card(
        heading(m.name, m.symbol),
        paragraph(m.reading),
        facts(about(m)),
        paragraph(f"Beware: {m.drawback}" if m.drawback else ""),
        listed("References", map(citation, m.references)),
    )


def measures_html(measures: Mapping[str, Measure]) -> str:
    """All measures by family, each family folded."""
    families = by_family(measures.values())
    parts = [
        tag(
            "details",
            tag("summary", tag("b", family), f" {len(own)}"),
            facts({f"{m.name} ({m.symbol})": f"{bounds(m)}; {m.reading}" for m in own}),
        )
        for family, own in families.items()
    ]
    note = "Display a single measure, such as MEASURES['rand'], to read more."
    return card(heading(f"{len(measures)} measures"), *parts, paragraph(note))


@singledispatch
def record_html(result: object) -> str:
    """A result as its sentence; some results have a display with more."""
    return card(paragraph(str(result)))


@record_html.register
def _(found: Estimate) -> str:
    bar = _bar(found.measure, found.value, found.low, found.high)
    return card(heading(found.measure, "with its interval"), bar, facts(_drawn(found)))


@record_html.register
def _(found: Difference) -> str:
    shown = {
        **_drawn(found),
        "p": p_number(found.p_value, at_floor=found.at_floor),
        "verdict": found.judgment,
    }
    return card(heading(found.measure, "difference of two clusterings"), facts(shown))


def _drawn(found: Estimate | Difference) -> dict[str, str]:
    return {
        "value": number_text(found.value),
        f"{level_text(found.confidence)} interval": range_text(found.low, found.high),
        "standard error": number_text(found.standard_error),
        "method": found.how,
        "draws": f"{found.draws:,}" if found.draws else "",
        "seed": str(found.rng) if found.draws and found.rng is not None else "",
    }


@record_html.register
def _(found: Posterior) -> str:
    shown = {
        "value": number_text(found.value),
        "mean": number_text(found.mean),
        f"{level_text(found.confidence)} credible interval": _between(found.low, found.high),
        "standard deviation": number_text(found.standard_deviation),
        "verdict": found.judgment,
        "method": found.how,
        "draws": f"{found.draws:,}",
        "seed": str(found.rng),
    }
    drawn = picture(posterior_figure(found))
    return card(heading(found.measure, "in the population"), drawn, facts(shown))


@record_html.register
def _(found: Plan) -> str:
    shown = {
        "needed": f"about {found.range_text}",
        "goal": found.goal,
        "pilot": f"{found.pilot:,} {found.unit}, {number_text(found.pilot_width)}",
        "notes": "; ".join(found.notes),
        "seed": str(found.rng),
    }
    return card(heading(found.measure, "plan"), picture(plan_figure(found)), facts(shown))


@record_html.register
def _(found: Monitoring) -> str:
    shown = {
        "value": number_text(found.value),
        f"{level_text(found.confidence)} interval at any time": _between(found.low, found.high),
        "p": "" if found.p_value is None else p_number(found.p_value, at_floor=False),
        "verdict": found.judgment,
        "objects": f"{found.last.n:,}",
        "groups": f"{found.last.units:,}" if found.unit == "groups" else "",
        "looks": f"{len(found.looks):,}",
        "notes": "; ".join(found.last.notes),
    }
    drawn = picture(monitoring_figure(found))
    return card(heading(found.measure, "look by look"), drawn, facts(shown))


@record_html.register
def _(found: Significance) -> str:
    shown = {
        "value": number_text(found.value),
        "chance": f"{number_text(found.expected)} ± {number_text(found.standard_error)}",
        "z": "" if found.z is None else f"{found.z:.2f}",
        "p": p_number(found.p_value, at_floor=found.at_floor),
        "method": found.how,
        "seed": str(found.rng) if found.draws and found.rng is not None else "",
    }
    bar = _bar(found.measure, found.value, expected=found.expected)
    return card(heading(found.measure, "against chance"), bar, facts(shown))


@record_html.register
def _(found: Expectation) -> str:
    shown = {
        "mean": number_text(found.value),
        "lower and upper mean": _between(found.low, found.high),
        "standard deviation": "" if found.variance is None else number_text(found.variance**0.5),
        "error of the mean": f"{found.error:.2g}" if found.error else "",
        "error of lower and upper": _ends_error(found),
        "method": found.how,
    }
    return card(heading("expectation", "over the possible hard clusterings"), facts(shown))


def _ends_error(found: Expectation | Law) -> str:
    alike = found.low == found.high
    return "" if alike or not found.ends_error else f"{found.ends_error:.2g}"


@record_html.register
def _(found: Law) -> str:
    shown = {
        "kind": f"{found.sort} {found.kind} law",
        "values": f"{len(found.mass):,}",
        "mean": number_text(found.mean),
        "lower and upper mean": _between(found.low, found.high),
        "standard deviation": "" if found.variance is None else number_text(found.variance**0.5),
        "error of the mean": f"{found.error:.2g}" if found.error else "",
        "error of lower and upper": _ends_error(found),
        "method": found.how,
    }
    return card(heading("law", "of a measure"), picture(law_figure(found)), facts(shown))


@record_html.register
def _(found: Extremes) -> str:
    shown = {"least": _end(found.low), "greatest": _end(found.high)}
    return card(heading("extremes", "over the possible hard clusterings"), facts(shown))


def _end(end: End) -> str:
    if end.certified:
        return f"{number_text(end.inner)} (attained and certified)"
    return f"{number_text(end.inner)} attained; no value is beyond {number_text(end.outer)}"


def _between(low: float, high: float) -> str:
    return "" if low == high else range_text(low, high)


def _bar(
    called: str,
    value: float,
    low: float | None = None,
    high: float | None = None,
    expected: float | None = None,
) -> Markup:
    """The value between the bounds of its measure, if these are known."""
    try:
        m = choose(called).measure
    except InputError:  # an adjusted measure, or one of the user
        return Markup()
    bar = range_bar(value, low, high, expected, m.bounds, better=m.better)
    chance = "" if expected is None else "; the upright line is chance"
    note = paragraph(f"Further right is better{chance}.")
    return Markup(picture(bar) + note) if bar.marks else Markup()
