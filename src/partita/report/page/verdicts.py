"""The verdict section: what the scores say, with the numbers behind every sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...base.wording import brief
from ...comparison.verdict.beyond_chance import ALPHA
from ..formats.markup import Content, Markup, bullets, joined, paragraph, tag
from ..formats.text import Table
from .citations import Citations
from .frame import Section, folded, section, table

if TYPE_CHECKING:
    from ...results import Verdict

_LISTED = 8  # clusterings in this section; the others are listed below
_SCALE = "adjusted_rand is 0 on average for random labels, and 1 for identical clusterings."
_TOPICS = {
    "best": "The best",
    "agreement": "Agreement",
    "chance": "Against chance",
    "balance": "Merged or split",
    "classes": "Classes",
    "clusters": "Clusters",
    "undefined": "Without a value",
}


def verdict_section(verdicts: Sequence[Verdict], order: Sequence[str], works: Citations) -> Section:
    """All verdicts on one clustering; for several the best, and a line or two on each."""
    cited: Content = ""
    if len(order) == 1:
        shown, items = list(verdicts), topics(verdicts, works)
    else:
        shown, items = _several(verdicts, order)
        keys = dict.fromkeys(key for one in shown for key in one.references)
        cited = joined([" Wording after ", works.cite(keys), "."], "")
    return section(
        "verdict",
        "Verdict",
        bullets(items, "verdict"),
        paragraph(_SCALE, cited, kind="note"),
        folded("Numbers behind the verdict", evidence(shown)),
    )


def topics(verdicts: Sequence[Verdict], works: Citations) -> list[Content]:
    """The sentences on one clustering, each with its topic and references."""
    found: list[Content] = []
    for one in verdicts:
        cited = works.cite(one.references)
        source = tag("small", " [", cited, "]") if cited else ""
        topic = tag("span", _TOPICS[one.topic], class_="topic")
        found.append(joined([topic, one.sentence, source], ""))
    return found


def evidence(verdicts: Sequence[Verdict]) -> Markup:
    """The numbers of every sentence."""
    several = len({one.prediction for one in verdicts}) > 1
    rows = [
        (one.topic, *((brief(one.prediction or "all", 40),) if several else ()), name, value)
        for one in verdicts
        for name, value in one.evidence.items()
    ]
    header = ("about", *(("clustering",) if several else ()), "quantity", "value")
    return table(Table(header, rows), "Evidence")


def _several(
    verdicts: Sequence[Verdict], order: Sequence[str]
) -> tuple[list[Verdict], list[Content]]:
    """The verdicts on several clusterings that this section shows, and the items of its list."""
    shown = [one for one in verdicts if one.prediction is None]
    items: list[Content] = [tag("strong", one.sentence) for one in shown]
    for name in order[:_LISTED]:
        own = [one for one in verdicts if one.prediction == name and _first(one)]
        shown += own
        items.append(" ".join(one.sentence for one in own))
    if len(order) > _LISTED:
        items.append(f"{len(order) - _LISTED} more clusterings are listed below.")
    return shown, items


def _first(verdict: Verdict) -> bool:
    """Whether this section shows a sentence if there are several clusterings."""
    chance = verdict.topic == "chance" and verdict.evidence.get("p", 0.0) > ALPHA
    return chance or verdict.topic in ("agreement", "balance", "undefined")
