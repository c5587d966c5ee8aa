"""Verdicts, advice, edits and summaries as text for reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from ...base.wording import brief, level_text, number_text, three
from ...results import AdviceList, Edit, Edits, Results, Verdict, Verdicts
from .sheet import Part, Sheet
from .text import Table

if TYPE_CHECKING:
    from ...comparison import Score, Summary


def results_text(found: Results) -> str:  # type: ignore[type-arg]
    """Lines for reading, or a sentence that says that there are none."""
    if not found:
        return found.nothing
    return Sheet({}, [], Table((), []), list(_parts(found))).render("table").rstrip("\n")


@singledispatch
def _parts(found: object) -> Iterator[Part]:
    raise TypeError(type(found))


@_parts.register
def _(found: Verdicts) -> Iterator[Part]:
    for title, own in by_prediction(found):
        yield Part(title=title, sentences=own)


@_parts.register
def _(found: AdviceList) -> Iterator[Part]:
    yield Part(sentences=[f"- {one}" for one in found])


@_parts.register
def _(found: Edits) -> Iterator[Part]:
    yield Part(edits_table(found))


def by_prediction(found: Iterable[Verdict]) -> Iterator[tuple[str, list[str]]]:
    """The sentences on all clusterings together under an empty title, then those on each."""
    grouped: dict[str | None, list[str]] = {}
    for one in found:
        grouped.setdefault(one.prediction, []).append(one.sentence)
    for name, own in grouped.items():
        yield "" if name is None else brief(name), own


def edits_table(found: Sequence[Edit]) -> Table:
    """A row per edit: the change, its gain, and the measure afterwards if it is known."""
    known = all(one.value is not None for one in found)
    header = ("change", "gain", *([found[0].measure] if known else []))
    rows = [
        (one.change, f"{'+' if one.gain > 0 else ''}{number_text(one.gain)}", one.value)
        for one in found
    ]
    return Table(header, [row[: len(header)] for row in rows])


def summary_text(found: Summary) -> str:
    """The summary as lines that can be pasted into a message."""
    more = [f"- and {found.more} more"] if found.more else []
    parts = [
        Part(sentences=found.findings),
        Part(title=found.title, sentences=[*(f"- {score_text(s)}" for s in found.scores), *more]),
        Part(title="Next steps", sentences=[f"- {one}" for one in found.next_steps]),
        Part(sentences=[found.source]),
    ]
    shown = [part for part in parts if part.sentences]
    return Sheet({}, [], Table((), []), shown).render("table").rstrip("\n")


def score_text(score: Score) -> str:
    """A clustering and its score, with the interval if there is one."""
    if score.value is None:
        return f"{brief(score.prediction)}: undefined"
    return f"{brief(score.prediction)}: {three(score.value)}{interval_text(score)}"


def interval_text(score: Score) -> str:
    """The interval of a score after a comma, or nothing."""
    if score.interval is None:
        return ""
    low, high = map(three, score.interval)
    level = f"{level_text(score.estimate.confidence)} interval " if score.estimate else ""
    return f", {level}{low} to {high}"
