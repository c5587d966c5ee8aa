"""The verdict section: who is best, which classes nobody finds, and what the scores say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...base.wording import brief, count_text, number_text
from ...comparison.verdict.beyond_chance import ALPHA
from ..formats.markup import Content, Markup, Number, bullets, joined, marked_name, paragraph, tag
from ..formats.text import Table
from .by_group import group_picture
from .citations import Citations
from .classes import class_picture
from .details import grid_picture
from .frame import Section, folded, in_a_row, section, table
from .full_names import FULL

if TYPE_CHECKING:
    from ...comparison.report_data import ReportData
    from ...results import Verdict

_LISTED = 8  # clusterings with a sentence or two
_SCALE = "adjusted_rand is 0 on average for random labels, and 1 for identical clusterings."
_TOPICS = {
    "best": "Ranking",
    "missed": "Found or missed",
    "robust": "Other choices",
    "by group": "Group by group",
    "agreement": "Agreement",
    "chance": "Against chance",
    "balance": "Merged or split",
    "classes": "Classes",
    "clusters": "Clusters",
    "undefined": "Without a value",
}


def verdict_section(found: ReportData, works: Citations) -> Section:
    """All verdicts on one clustering; for several the best, a picture, and a line on each."""
    if len(found.order) == 1:
        return section(
            "verdict",
            "Verdict",
            bullets(topics(found.verdicts), "verdict"),
            tag("div", *_grid(found), *group_picture(found), class_="pictures"),
            _behind(found.verdicts, _scale(_sources(found.verdicts, works))),
        )
    together = [one for one in found.verdicts if one.prediction is None]
    own = [one for name in found.order[:_LISTED] for one in _brief(found.verdicts, name)]
    cited = _sources(own, works)
    return section(
        "verdict",
        "Verdict",
        bullets(topics(together), "verdict"),
        tag("div", *class_picture(found), *group_picture(found), class_="pictures"),
        in_a_row(
            *_full_names(found),
            folded("Each clustering in words", _in_words(found, own), _scale(cited)),
            _behind([*together, *own]),
        ),
    )


def _grid(found: ReportData) -> list[Markup]:
    """Classes by clusters, if the only clustering is a hard one."""
    return [grid_picture(found.comparison, name) for name in found.comparison.counted]


def _full_names(found: ReportData) -> list[Markup]:
    """The names as they were given, if the page shortens them."""
    if not found.full_names:
        return []
    rows = [(marked_name(name), brief(found.full_names[name], FULL)) for name in found.order]
    return [folded("Names in full", table(Table(("name here", "name"), rows), "Names in full"))]


def _scale(cited: Content = "") -> Markup:
    return paragraph(_SCALE, cited, kind="note")


def _behind(verdicts: Sequence[Verdict], *more: Markup) -> Markup:
    return folded("Numbers behind the verdict", evidence(verdicts), *more, kind="numbers")


def _sources(verdicts: Sequence[Verdict], works: Citations) -> Markup:
    """A sentence that cites the references of these verdicts."""
    keys = dict.fromkeys(key for one in verdicts for key in one.references)
    return joined([" Wording after ", works.cite(keys), "."], "")


def topics(verdicts: Sequence[Verdict], works: Citations | None = None) -> list[Content]:
    """The sentences of these verdicts, each with its topic and, given `works`, its references."""
    found: list[Content] = []
    for one in verdicts:
        cited = works.cite(one.references) if works is not None else ""
        source = tag("small", " [", cited, "]") if cited else ""
        topic = tag("span", _TOPICS[one.topic], class_="topic")
        words = tag("strong", one.sentence) if one is verdicts[0] else one.sentence
        found.append(joined([topic, tag("span", words, source)], " "))
    return found


def evidence(verdicts: Sequence[Verdict]) -> Markup:
    """The numbers of every sentence."""
    several = len({one.prediction for one in verdicts}) > 1
    rows = [
        (one.topic, *((_about(one.prediction),) if several else ()), name, _number(value))
        for one in verdicts
        for name, value in one.evidence.items()
    ]
    header = ("about", *(("clustering",) if several else ()), "quantity", "value")
    return table(Table(header, rows), "Evidence")


def _about(prediction: str | None) -> Content:
    return "all" if prediction is None else marked_name(prediction)


def _number(value: float) -> Number:
    """A count without decimals, another number as in all tables."""
    return Number(count_text(value) if float(value).is_integer() else number_text(value))


def _in_words(found: ReportData, own: Sequence[Verdict]) -> Markup:
    """A paragraph on each clustering, the best first."""
    shown = found.order[:_LISTED]
    items: list[Content] = [
        " ".join(one.sentence for one in own if one.prediction == name) for name in shown
    ]
    rest = len(found.order) - len(shown)
    if rest:
        items.append(f"{rest} more clusterings are listed below.")
    return bullets(items, "verdict")


def _brief(verdicts: Sequence[Verdict], name: str) -> list[Verdict]:
    """The sentences on a clustering that this section shows if there are several."""
    return [one for one in verdicts if one.prediction == name and _first(one)]


def _first(verdict: Verdict) -> bool:
    """Whether this section shows a sentence if there are several clusterings."""
    chance = verdict.topic == "chance" and verdict.evidence.get("p", 0.0) > ALPHA
    return chance or verdict.topic in ("agreement", "balance", "undefined")
