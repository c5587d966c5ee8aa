"""Which classes are split and which clusters are mixed: two tables, worst first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...base.wording import brief, count_text, first_of, number_of, percent
from ...comparison.counting.columns import Columns
from ...comparison.diagnosis.diagnosis import Rest, largest_losses
from ...labels.records import unlabeled
from ..formats.markup import Markup, Number, tag
from ..formats.text import Table
from .frame import subsection, table

if TYPE_CHECKING:
    from ...comparison import Comparison

_ROWS = 25
_PIECES = 4
_MEANING = {
    "pure": "at least 90% of one class, and more than half of that class",
    "split": "at least 90% of one class, but at most half of that class",
    "merged": "holds more than half of each of two or more classes",
    "noise": "no class makes up more than half of it, and it holds more than half of no class",
    "mixed": "anything else",
}


def class_table(comparison: Comparison, name: str, level: int = 3) -> Markup:
    """The clusters of each class, largest loss of completeness first."""
    every = comparison.classes(name)
    shown, rest = largest_losses(every, _ROWS)
    noisy = bool(every["unclustered"].any())
    header = (
        "class", "size", "clusters", *["unclustered"] * noisy, "mostly in", "share there",
        "best F", "part of the loss", "pieces",
    )  # fmt: skip
    rows = [
        (
            brief(row["class"], 40), Number(count_text(row["size"])), row["pieces"],
            *[Number(count_text(row["unclustered"]))] * noisy,
            brief(row["best_cluster"], 24) if row["pieces"] else "–",
            Number(percent(row["recall"])), row["f"],
            _part(row["loss_share"]), _pieces(row["clusters"]),
        )
        for row in shown.rows()
    ]  # fmt: skip
    rows += _others(rest, len(header), 6 + noisy)
    caption = "Largest loss first. Part of the loss: the class's share of the lost completeness."
    made = table(Table(header, rows), caption)
    return subsection("Classes: which are split?", made, level=level)


def cluster_table(comparison: Comparison, name: str, level: int = 3) -> Markup:
    """The classes of each cluster, largest loss of homogeneity first."""
    every = comparison.clusters(name)
    alone = unlabeled(every["cluster"])
    named = Columns({title: column[~alone] for title, column in every.items()})
    shown, rest = largest_losses(named, _ROWS)
    header = (
        "cluster", "size", "verdict", "classes", "mostly", "purity", "best F",
        "part of the loss", "pieces",
    )  # fmt: skip
    listed = list(shown.rows())
    rows = [
        (
            brief(row["cluster"], 40), Number(count_text(row["size"])), _chip(row["verdict"]),
            row["mixed"], brief(row["majority"], 24), Number(percent(row["purity"])), row["f"],
            _part(row["loss_share"]), _pieces(row["classes"]),
        )
        for row in listed
    ]  # fmt: skip
    rows += _others(rest, len(header), 7)
    unclustered = comparison.table(name).groups.unclustered
    if unclustered:  # each of them is pure, so they lose nothing
        text = number_of(unclustered, "unclustered object", "unclustered objects")
        rows.append(_added(text, float(every["size"][alone].sum()), 0.0, len(header), 7))
    caption = "Largest loss first. Part of the loss: the cluster's share of the lost homogeneity."
    note = _explained(row["verdict"] for row in listed)
    made = table(Table(header, rows), caption, note=note)
    return subsection("Clusters: which are mixed?", made, level=level)


def _pieces(pieces: Iterable[tuple[Any, float]]) -> str:
    return first_of([f"{brief(name, 20)}: {count_text(size)}" for name, size in pieces], _PIECES)


def _others(rest: Rest | None, width: int, loss: int) -> list[Any]:
    """One row for all groups that are not shown."""
    if rest is None:
        return []
    return [_added(f"{rest.rows:,} others", rest.size, rest.loss_share, width, loss)]


def _added(title: str, size: float, share: float, width: int, loss: int) -> Any:
    """A row for several groups together."""
    row: list[Any] = [title, Number(count_text(size)), *[Number("")] * (width - 2)]
    row[loss] = _part(share)
    row[-1] = ""
    return row


def _part(share: float) -> Number:
    """A share of the loss, precise for small shares, which thousands of groups have."""
    return Number(f"{100 * share:.2g}%" if 0 < share < 0.01 else percent(share))


def _chip(verdict: str) -> Markup:
    return tag("span", verdict, class_="chip")


def _explained(verdicts: Iterable[str]) -> str:
    found = set(verdicts)
    used = [verdict for verdict in _MEANING if verdict in found]
    return "; ".join(f"{verdict}: {_MEANING[verdict]}" for verdict in used) + "." if used else ""
