"""Optional sections: advice, sweeps over a parameter, laws of soft scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.wording import brief, number_text
from ...figures import law as law_figure
from ...figures import lines
from ...figures.svg.svg import svg
from ..formats.markup import Markup, Number, bullets, clipped, joined, paragraph, tag
from ..formats.series import p_preferred
from ..formats.text import Table
from .citations import Citations
from .frame import Section, figure, section, subsection

if TYPE_CHECKING:
    from ...comparison import Sweep
    from ...results import Advice
    from ...soft.kinds.results import Law

_LAW_ROWS = 40


def advice_section(advice: Sequence[Advice], works: Citations) -> Section:
    """Which measures to read here, why, and the references."""
    if not advice:
        return section(
            "advice", "Advice", paragraph("No advice applies to these data."), about="none"
        )
    listed = bullets([_advised(one, works) for one in advice])
    return section("advice", "Advice", listed, about="which measures to read here, and why")


def _advised(one: Advice, works: Citations) -> Markup:
    cited = works.cite(one.references)
    source = tag("small", " [", cited, "]") if cited else Markup("")
    finding = tag("b", clipped(one.finding))
    return joined([finding, " ", clipped(one.recommendation), source], "")


def sweep_section(sweep: Sweep) -> Section:
    """Scores over a parameter, with their values under chance."""
    preferred = "; ".join(clipped(sweep.preference(name)) for name in sweep.best)
    caption = f"Scores over the parameter. Dashed: random labels of the same sizes. {preferred}."
    drawn = figure(svg(lines(sweep)), caption, _swept(sweep))
    return section("sweep", "Over the parameter", drawn)


def _swept(sweep: Sweep) -> Table:
    names = list(sweep.table)
    rows = [[_cell(sweep, name, row[name]) for name in names] for row in sweep.table.rows()]
    return Table(names, rows)


def _cell(sweep: Sweep, name: str, value: Any) -> Any:
    if not isinstance(value, float):
        return value if isinstance(value, int) else brief(value, 40)
    if isnan(value):
        return None
    shown = {"p_preferred": p_preferred(sweep, value), "parameter": f"{value:g}"}
    return Number(shown.get(name, number_text(value)))


def law_section(laws: Mapping[str, Law]) -> Section:
    """The distribution of a measure over the hard clusterings that a soft one leaves open."""
    parts = []
    for name, one in laws.items():
        caption = f"{one}."
        made = figure(svg(law_figure(one, measure=brief(name, 40))), caption, _law(one))
        parts.append(subsection(brief(name, 60), made))
    about = "the values that are possible"
    return section("laws", "What soft clusterings leave open", *parts, about=about)


def _law(law: Law) -> Table:
    """The values with the largest mass, in ascending order."""
    heaviest = sorted(range(len(law.mass)), key=lambda k: -float(law.mass[k]))[:_LAW_ROWS]
    rows: list[Sequence[Any]] = []
    for k in sorted(heaviest):
        value = law.support[k]
        ends = [float(value)] if value.ndim == 0 else [float(end) for end in value]
        rows.append(
            (Number(" to ".join(map(number_text, ends))), Number(f"{float(law.mass[k]):.4g}"))
        )
    return Table(("value", law.kind), rows)
