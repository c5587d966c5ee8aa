"""How the scores differ between groups of objects, such as donors or batches."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.wording import brief, three
from ...results import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..comparison import Comparison

MOST = 2_000  # groups of all clusterings, which are scored one by one


def group_verdict(comparison: Comparison) -> Iterator[Verdict]:
    """In how many groups the best clustering is best, and where its score is lowest and highest.

    Groups with a single class are left out: their scores are conventions.
    """
    counts = [one.group_count for one in comparison.counted.values()]
    if not counts or None in counts or sum(filter(None, counts)) > MOST:
        return
    groups: dict[Any, list[dict[str, Any]]] = {}
    for row in comparison.by_group(confidence=None).rows():
        groups.setdefault(row["group"], []).append(row)
    known = [
        rows for rows in groups.values() if rows[0]["classes"] > 1 and not isnan(rows[0]["value"])
    ]
    if len(known) < 2:
        return
    yield Verdict(None, "by group", *_sentence(comparison, known))


def _sentence(
    comparison: Comparison, known: list[list[dict[str, Any]]]
) -> tuple[str, dict[str, float]]:
    """The sentence and its numbers; the best clustering is the first of each group."""
    label, sign = comparison.leading.label, comparison.leading.sign
    best = known[0][0]["prediction"]
    lowest, *_, highest = sorted((rows[0] for rows in known), key=lambda row: float(row["value"]))
    ends = [f"{brief(row['group'])} ({three(row['value'])})" for row in (lowest, highest)]
    if lowest["value"] == highest["value"]:
        spread = f"{label} is {three(lowest['value'])} in all {len(known)} groups of objects"
    else:
        spread = f"{label} is lowest in {ends[0]} and highest in {ends[1]}"
    numbers = {"groups": float(len(known)), "low": lowest["value"], "high": highest["value"]}
    if len(known[0]) == 1:
        return f"By group of objects, {spread}.", numbers
    won = sum(
        all(not sign * row["value"] > sign * rows[0]["value"] for row in rows) for rows in known
    )
    share = f"all {len(known)}" if won == len(known) else f"{won} of {len(known)}"
    text = f"{brief(best)} is best in {share} groups of objects; its {spread}."
    return text, {"wins": float(won), **numbers}
