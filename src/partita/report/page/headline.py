"""The main scores, with intervals and values of chance, each with a small bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...base.wording import brief, level_text, number_text, p_number, range_text
from ...figures import range_bar
from ...figures.svg.svg import svg
from ..formats.markup import Markup, Number, joined, marked_name, named, paragraph, tag
from ..formats.text import Table
from .frame import Section, section, table

if TYPE_CHECKING:
    from ...comparison import Comparison, Score
    from ...comparison.report_data import ReportData

_MAIN = (
    "adjusted_rand",
    "adjusted_mutual_information",
    "v_measure",
    "homogeneity",
    "completeness",
    "normalized_van_dongen",
)
_COMPARED = ("adjusted_rand", "adjusted_mutual_information", "v_measure", "normalized_van_dongen")
_WIDE = 260.0  # pixels of a bar with its own row
_COLUMNS = 4  # of bars next to each other

Chance = Mapping[tuple[str, str], float]


def headline_section(found: ReportData, order: Sequence[str]) -> Section:
    """Rows are measures for one clustering, and clusterings for several."""
    measures = main_measures(found.comparison)
    if len(order) == 1:
        body = single(found.comparison, order[0], measures, found.chance)
    else:
        chosen = [*(one for one in _COMPARED if one in measures), *measures]
        body = _several(found, order, list(dict.fromkeys(chosen))[:_COLUMNS])
    note = paragraph(_legend(found), kind="note")
    drawn = found.comparison.counted  # otherwise these bars are the only picture
    about = "with intervals and chance" if drawn else ""
    return section("scores", "Main scores", body, note, about=about)


def main_measures(comparison: Comparison) -> list[str]:
    """The main measures of the comparison, or its first ones if it has none of them."""
    asked = [one.label for one in comparison.measures]
    return [name for name in _MAIN if name in asked] or asked[: len(_MAIN)]


def single(
    comparison: Comparison,
    name: str,
    measures: Sequence[str],
    chance: Chance,
    *,
    noted: bool = False,
) -> Markup:
    """A row per measure of one clustering; `noted` links each measure to its note below."""
    own = {one.measure: one for one in comparison.scores if one.prediction == name}
    shown = [own[measure] for measure in measures]
    tested = any(one.p_value is not None for one in shown)
    spread = any(one.interval is not None for one in shown)
    known = any((name, one.measure) in chance for one in shown)
    header = ["measure", "value"]
    header += ["interval"] * spread + ["chance"] * known + ["p after Holm"] * tested
    header += ["worst to best", "better"]
    rows = []
    for place, one in enumerate(shown, start=1):
        head = noted_name(one.measure, place) if noted else named(one.measure)
        row: list[str | float | None] = [head, one.value]
        row += [interval(one)] * spread + [_level(chance.get((name, one.measure)))] * known
        row += [_p(one)] * tested
        rows.append([*row, bar(one, chance, _WIDE), one.better])
    caption = f"{brief(name, 40)} against {brief(comparison.truth, 40)}"
    return table(Table(header, rows), caption)


def noted_name(measure: str, place: int) -> Markup:
    """The name of a measure with a link to its note."""
    return joined([named(measure), tag("sup", tag("a", str(place), href=f"#note-{place}"))], "")


def bar(score: Score, chance: Chance, width: float = 150.0) -> Markup:
    """The bar of one score."""
    if score.value is None:
        return tag("span", "no value", class_="none")
    low, high = score.interval or (None, None)
    expected = chance.get((score.prediction, score.measure))
    bounds, better = score.chosen.measure.bounds, score.better
    made = range_bar(score.value, low, high, expected, bounds, better=better)
    return Markup(svg(replace(made, width=width)))


def interval(score: Score) -> Number:
    """Both ends, or a dash."""
    if score.interval is None:
        return Number("–")
    return Number(range_text(*score.interval))


def _several(found: ReportData, order: Sequence[str], measures: Sequence[str]) -> Markup:
    scores = {(one.prediction, one.measure): one for one in found.comparison.scores}
    rows = []
    for name in order:
        cells = [
            joined([_value(scores[name, measure]), bar(scores[name, measure], found.chance)], "")
            for measure in measures
        ]
        rows.append([marked_name(name), *cells])
    header = ("clustering", *map(named, measures))
    return table(Table(header, rows), f"Clusterings against {brief(found.comparison.truth, 40)}")


def _value(score: Score) -> Markup:
    if score.value is None:
        return Markup("")
    ends = tag("small", " ", interval(score)) if score.interval is not None else ""
    return joined([tag("b", number_text(score.value)), ends], "")


def _level(level: float | None) -> Number:
    return Number("–") if level is None else Number(number_text(level))


def _p(score: Score) -> Number:
    p = score.p_value if score.p_adjusted is None else score.p_adjusted
    return Number("–" if p is None else p_number(p, at_floor=score.at_floor))


def _legend(found: ReportData) -> str:
    text = "Bars run from the worst possible value (left) to the best (right). The dot is the value"
    scores = found.comparison.scores
    level = next((one.estimate.confidence for one in scores if one.estimate is not None), None)
    if level is not None:
        text += f", the thick line its {level_text(level)} interval"
    if any(one.expectation is not None for one in scores):
        text += ", for a soft clustering what its memberships leave open"
    if found.chance:
        text += ", the upright line the value of random labels"
    return f"{text}. {' '.join(found.remarks)}".strip()
