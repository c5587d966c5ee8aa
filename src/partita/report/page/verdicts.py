"""The top of a report: what the scores say, in words, with the numbers behind every sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...base.wording import brief
from ...comparison.verdict.beyond_chance import ALPHA
from ..formats.text import Table
from .frame import Section, folded, section, table
from .markup import Content, Markup, bullets, joined, paragraph, tag
from .sources import Sources

if TYPE_CHECKING:
    from ...results import Verdict

_LISTED = 8  # clusterings that the top speaks of; the others have their place below
_SCALE = "adjusted_rand is 0 for random labels, on average, and 1 for identity."
_TOPICS = {
    "best": "The best",
    "agreement": "Agreement",
    "chance": "Against chance",
    "balance": "Merged or split",
    "classes": "Classes",
    "clusters": "Clusters",
    "undefined": "Without a value",
}


def verdict_section(verdicts: Sequence[Verdict], order: Sequence[str], sources: Sources) -> Section:
    """All verdicts of one clustering; of several the best, and a line or two about each."""
    cited: Content = ""
    if len(order) == 1:
        said, items = list(verdicts), topics(verdicts, sources)
    else:
        said, items = _several(verdicts, order)
        keys = dict.fromkeys(key for one in said for key in one.references)
        cited = joined([" Words after ", sources.cite(keys), "."], "")
    return section(
        "verdict",
        "Verdict",
        bullets(items, "verdict"),
        paragraph(_SCALE, cited, kind="note"),
        folded("Numbers behind these words", evidence(said)),
    )


def topics(verdicts: Sequence[Verdict], sources: Sources) -> list[Content]:
    """The sentences on one clustering, each under its topic and with its source."""
    found: list[Content] = []
    for one in verdicts:
        cited = sources.cite(one.references)
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
    """What is said of several clusterings at the top, and the items of its list."""
    said = [one for one in verdicts if one.prediction is None]
    items: list[Content] = [tag("strong", one.sentence) for one in said]
    for name in order[:_LISTED]:
        own = [one for one in verdicts if one.prediction == name and _first(one)]
        said += own
        items.append(" ".join(one.sentence for one in own))
    if len(order) > _LISTED:
        items.append(f"{len(order) - _LISTED} more clusterings are listed below.")
    return said, items


def _first(verdict: Verdict) -> bool:
    """Whether a sentence belongs to the top where there are several clusterings."""
    chance = verdict.topic == "chance" and verdict.evidence.get("p", 0.0) > ALPHA
    return chance or verdict.topic in ("agreement", "balance", "undefined")
