"""What a notebook shows of tables, measures and results. Lays out; computes nothing."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any, cast

from ..base.errors import InputError
from ..base.wording import count_text, counted, level_text, number, p_number
from ..figures import law as law_figure
from ..figures import range_bar
from ..measures.chosen import choose
from ..measures.measure import Measure
from ..results import Difference, Estimate, Significance
from ..soft.kinds.results import End, Expectation, Extremes, Law
from .cards import card, facts, heading, listed, name, paragraph, picture
from .formats.comparison import columns_html
from .formats.listing import about
from .formats.references import citation

if TYPE_CHECKING:
    from ..comparison import Columns, Ranking
    from ..table.contingency import AnyTable
    from ..table.table import Table

_LINES = 12  # rows and columns of a table that are shown; the rest is added up
_CELL = "text-align:right;padding:2px 8px"
_NAME = "text-align:left;padding:2px 8px"


def table_html(table: Table) -> str:
    """The largest classes and clusters, matched ones on the diagonal, shaded by class share."""
    from ..comparison.diagnosis.cells import matched_cells

    cells = matched_cells(cast("AnyTable", table), _LINES)
    rows, columns = _lines(cells, "class", "row"), _lines(cells, "cluster", "column")
    found = {(row["row"], row["column"]): row for row in cells.rows()}
    head = "".join(f'<th scope="col" style="{_CELL}">{name(title)}</th>' for title, _ in columns)
    lines = [_line(place, *row, found, len(columns)) for place, row in enumerate(rows)]
    sums = "".join(
        f'<td style="{_CELL};opacity:0.75">{count_text(size)}</td>' for _, size in columns
    )
    return card(
        paragraph(_told(table)),
        f'<table style="margin:4px 0"><thead><tr><th style="{_NAME}">class \\ cluster</th>{head}'
        f'<th scope="col" style="{_CELL}">all</th></tr></thead><tbody>{"".join(lines)}'
        f'<tr><th scope="row" style="{_NAME}">all</th>{sums}'
        f'<td style="{_CELL};opacity:0.75">{count_text(table.n)}</td></tr></tbody></table>',
        paragraph("The deeper the shade, the more of the class lies in the cluster."),
    )


def _told(table: Table) -> str:
    return (
        f"{type(table).__name__}: {count_text(table.n)} {table._described}, {table.groups}, "
        f"{counted(table.nnz, 'cell', 'cells')}"
    )


def _lines(cells: Columns, title: str, place: str) -> list[tuple[Any, Any]]:
    """Name and size of each row or column, in order."""
    seen = {row[place]: (row[title], row[f"{title}_size"]) for row in cells.rows()}
    return [seen[k] for k in sorted(seen)]


def _line(place: int, title: Any, size: Any, found: dict[Any, Any], width: int) -> str:
    cells = []
    for column in range(width):
        cell = found.get((place, column))
        shade = f";background:rgba(0,114,178,{0.6 * cell['class_share']:.2f})" if cell else ""
        cells.append(f'<td style="{_CELL}{shade}">{count_text(cell["count"]) if cell else ""}</td>')
    total = f'<td style="{_CELL};opacity:0.75">{count_text(size)}</td>'
    return f'<tr><th scope="row" style="{_NAME}">{name(title)}</th>{"".join(cells)}{total}</tr>'


def measure_html(m: Measure) -> str:
    """What a measure means, its claims, when it misleads, and where it comes from."""
    return card(
        heading(m.name, m.symbol),
        paragraph(m.reading),
        facts(about(m)),
        paragraph(f"Beware: {m.drawback}" if m.drawback else ""),
        listed("References", map(citation, m.references)),
    )


def ranking_html(ranking: Ranking) -> str:
    """The clusterings in order, and how they were compared."""
    told = f"{ranking.measure}. {ranking.meaning}"
    head = heading(f"ranks by {ranking.measure}")
    return card(head, columns_html(ranking.table), paragraph(told))


@singledispatch
def record_html(result: object) -> str:
    """A result as its sentence; those that have more to show have a card of their own."""
    return card(paragraph(str(result)))


@record_html.register
def _(found: Estimate) -> str:
    bar = _bar(found.measure, found.value, found.low, found.high)
    return card(heading(found.measure, "with its interval"), bar, facts(_drawn(found)))


@record_html.register
def _(found: Difference) -> str:
    shown = {**_drawn(found), "p": p_number(found.p_value, at_floor=found.at_floor)}
    return card(heading(found.measure, "of one clustering less that of another"), facts(shown))


def _drawn(found: Estimate | Difference) -> dict[str, str]:
    return {
        "value": number(found.value),
        f"{level_text(found.confidence)} interval": f"{number(found.low)} to {number(found.high)}",
        "standard error": number(found.standard_error),
        "method": found.how,
        "draws": f"{found.draws:,}" if found.draws else "",
        "seed": str(found.rng) if found.draws and found.rng is not None else "",
    }


@record_html.register
def _(found: Significance) -> str:
    shown = {
        "value": number(found.value),
        "chance": f"{number(found.expected)} ± {number(found.standard_error)}",
        "z": "" if found.z is None else f"{found.z:.2f}",
        "p": p_number(found.p_value, at_floor=found.at_floor),
        "method": found.how,
        "seed": str(found.rng) if found.draws and found.rng is not None else "",
    }
    bar = _bar(found.measure, found.value, expected=found.expected)
    return card(heading(found.measure, "beside chance"), bar, facts(shown))


@record_html.register
def _(found: Expectation) -> str:
    shown = {
        "mean": number(found.value),
        "lower and upper mean": _between(found.low, found.high),
        "standard deviation": "" if found.variance is None else number(found.variance**0.5),
        "error of the mean": f"{found.error:.2g}" if found.error else "",
        "error of lower and upper": _ends_error(found),
        "method": found.how,
    }
    return card(heading("expectation", "over the hard clusterings allowed"), facts(shown))


def _ends_error(found: Expectation | Law) -> str:
    alike = found.low == found.high
    return "" if alike or not found.ends_error else f"{found.ends_error:.2g}"


@record_html.register
def _(found: Law) -> str:
    shown = {
        "kind": f"{'exact' if found.certified else 'estimated'} {found.kind} law",
        "values": f"{len(found.mass):,}",
        "mean": number(found.mean),
        "lower and upper mean": _between(found.low, found.high),
        "standard deviation": "" if found.variance is None else number(found.variance**0.5),
        "error of the mean": f"{found.error:.2g}" if found.error else "",
        "error of lower and upper": _ends_error(found),
        "method": found.how,
    }
    return card(heading("law", "of a measure"), picture(law_figure(found)), facts(shown))


@record_html.register
def _(found: Extremes) -> str:
    shown = {"least": _end(found.low), "greatest": _end(found.high)}
    return card(heading("extremes", "over the hard clusterings allowed"), facts(shown))


def _end(end: End) -> str:
    if end.certified:
        return f"{number(end.inner)} (attained and certified)"
    return f"{number(end.inner)} attained; none goes beyond {number(end.outer)}"


def _between(low: float, high: float) -> str:
    return "" if low == high else f"{number(low)} to {number(high)}"


def _bar(
    called: str,
    value: float,
    low: float | None = None,
    high: float | None = None,
    expected: float | None = None,
) -> str:
    """The place of the value between the ends of its measure, where those are known."""
    try:
        m = choose(called).measure
    except InputError:  # adjusted or a user's own
        return ""
    bar = range_bar(value, low, high, expected, m.bounds, better=m.better)
    chance = "" if expected is None else "; the upright line is chance"
    told = f"Further right is better{chance}."
    return picture(bar) + paragraph(told) if bar.marks else ""
