"""The section of measures: every score, and notes on what each measure means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import number_text
from ..formats.listing import bounds
from ..formats.markup import Markup, Number, joined, marked_name, prose, tag
from ..formats.text import Table
from .frame import Section, folded, section, table
from .headline import interval, noted_name, single

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...comparison import Comparison, Score
    from ...comparison.report_data import ReportData
    from ...measures.chosen import Chosen
    from .citations import Citations


_ROWS = 100
_COLUMNS = 6  # clusterings in a table


def measures_section(found: ReportData, order: Sequence[str], works: Citations) -> Section:
    """The scores by measure, and notes on each measure."""
    comparison = found.comparison
    labels = [one.label for one in comparison.measures]
    if len(order) == 1:
        made = single(comparison, order[0], labels, found.chance, noted=True)
    else:
        made = _several(comparison, order)
    notes = [_note(k, one, works) for k, one in enumerate(comparison.measures, start=1)]
    listed = tag("ol", *notes, class_="notes")
    meaning = tag("h3", "What the measures say")
    return section(
        "measures", "Measure by measure", made, *_intervals(comparison), meaning, listed,
        about="all scores, and what they mean",
    )  # fmt: skip


def _intervals(comparison: Comparison) -> list[Markup]:
    """How each interval was computed, with the warnings of its method."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in comparison.scores:
        if one.estimate is not None:
            alike.setdefault((one.prediction, one.estimate.how), []).append(one.measure)
    if not alike:
        return []
    rows = [
        (marked_name(name), method, ", ".join(measures))
        for (name, method), measures in alike.items()
    ]
    made = table(Table(("clustering", "interval", "measures"), rows[:_ROWS]), "Intervals")
    return [folded("How the intervals were computed, and what to doubt", made)]


def _several(comparison: Comparison, order: Sequence[str]) -> Markup:
    """Tables of measures by clusterings, each narrow enough for a page of paper."""
    scores = {(one.prediction, one.measure): one for one in comparison.scores}
    parts = -(-len(order) // _COLUMNS)
    size = -(-len(order) // parts)
    note = "Bold: the best value of each measure"
    spread = any(one.interval is not None for one in comparison.scores)
    note += "; below a value: its interval." if spread else "."
    made = []
    for start in range(0, len(order), size):
        shown = order[start : start + size]
        rows = []
        for place, chosen in enumerate(comparison.measures, start=1):
            values = {name: scores[name, chosen.label].value for name in order}
            known = [value for value in values.values() if value is not None]
            best = max(known, key=lambda value: chosen.sign * value) if known else None
            lower = chosen.measure.better == "lower"
            about = tag("small", "lower is better") if lower else ""
            head = joined([noted_name(chosen.label, place), about], " ")
            rows.append((head, *(_cell(scores[name, chosen.label], best) for name in shown)))
        header = ("measure", *(marked_name(name, 28) for name in shown))
        last = start + len(shown)
        caption = "Every measure of every clustering"
        if parts > 1:
            caption = f"Every measure of clusterings {start + 1} to {last}, the best first"
        made.append(table(Table(header, rows), caption, note=note if last == len(order) else ""))
    return joined(made)


def _cell(score: Score, best: float | None) -> Number | None:
    if score.value is None:
        return None
    value = number_text(score.value)
    shown = tag("b", value) if score.value == best else joined([value])
    ends = "" if score.interval is None else f"<small>{interval(score)}</small>"
    return Number(shown + ends)


def _note(place: int, chosen: Chosen, works: Citations) -> Markup:
    m = chosen.measure
    span = f"{bounds(m)}{', in ' + m.unit if m.unit else ''}; {m.better} is better"
    options = ", ".join(f"{name} = {value}" for name, value in chosen.options.items())
    parts = [
        tag("b", f"{m.name} ({m.symbol})"),
        ": ",
        prose(_sentence(m.reading)),
        " ",
        tag("code", m.formula),
        f" in {span}.",
        f" Here {options}." if options else "",
        joined([" Beware: ", prose(m.drawback)], "") if m.drawback else "",
    ]
    cited = works.cite(m.references)
    source = tag("small", "[", cited, "]") if cited else ""
    return tag("li", *parts, " ", source, id=f"note-{place}")


def _sentence(text: str) -> str:
    """The first sentence of a paragraph."""
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]
