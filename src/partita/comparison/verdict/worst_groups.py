"""Which classes are split and which clusters mixed: those that make up most of the loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...base.wording import brief, listed, percent, three
from ...measures.measure import MEASURES
from ...table.contingency import AnyTable
from ...table.groups import Groups
from ..counting.columns import Columns
from .verdict import Verdict

LOST = 0.02  # a loss below this is no trouble
MOST = 0.5  # groups are named until this share of the loss is theirs,
NAMED = 3  # but no more than these
SPREAD = 0.1  # below this share of the loss the named groups do not explain it


def split_classes(name: str, table: AnyTable, classes: Columns) -> Iterator[Verdict]:
    """The classes that make up most of the completeness lost."""
    return _losses(name, table, classes, _SPLIT)


def mixed_clusters(name: str, table: AnyTable, clusters: Columns) -> Iterator[Verdict]:
    """The clusters that make up most of the homogeneity lost."""
    return _losses(name, table, clusters, _MIXED)


@dataclass(frozen=True)
class _Trouble:
    """What is said of the groups of one side."""

    topic: str
    lost: str  # the measure that their disorder lowers
    quantity: str  # what is known of each group
    one: str  # what a group is called
    many: str
    describe: Callable[[dict[str, Any]], str]


_SPLIT = _Trouble(
    "classes",
    "completeness",
    "recall",
    "class",
    "classes",
    lambda row: f"{brief(row['class'])} ({_where(row)})",
)
_MIXED = _Trouble(
    "clusters",
    "homogeneity",
    "purity",
    "cluster",
    "clusters",
    lambda row: (
        f"{brief(row['cluster'])} ({percent(row['purity'])} {brief(row['majority'])}, "
        f"{Groups(row['mixed'], 0, row['unlabeled']).class_text})"
    ),
)


def _where(row: dict[str, Any]) -> str:
    """Where the objects of a class are; of a class that is all noise, that it is."""
    if not row["pieces"]:
        return "no object in a cluster"
    text = Groups(0, row["pieces"], 0, row["unclustered"]).cluster_text
    own = "" if row["pieces"] == 1 else "one of its "
    return f"{percent(row['recall'])} in {own}{text}"


def _losses(name: str, table: AnyTable, groups: Columns, said: _Trouble) -> Iterator[Verdict]:
    value = MEASURES[said.lost].of(table)
    rows, share = _leaders(groups)
    if 1 - value < LOST or not rows:
        return
    groups_named = said.one if len(rows) == 1 else said.many
    named = listed([said.describe(row) for row in rows])
    yield Verdict(
        name,
        said.topic,
        f"{_share(share)} of the {said.lost} lost (1 − {three(value)}) comes from {groups_named} "
        f"{named}.",
        {said.lost: value, "loss_share": share, **_numbered(said.quantity, rows)},
        ("rosenberg2007",),
    )


def _leaders(groups: Columns) -> tuple[list[dict[str, Any]], float]:
    """The groups with the largest share of the loss, and the share that they have together."""
    ordered = groups.sorted_by("loss_share", descending=True).head(NAMED)
    rows: list[dict[str, Any]] = []
    total = 0.0
    for row in ordered.rows():
        if total >= MOST or row["loss_share"] <= 0:
            break
        rows.append(row)
        total += row["loss_share"]
    return rows, total


def _share(share: float) -> str:
    """What the named groups make up; where that is little, the loss is said to be spread."""
    return f"Only {percent(share)}" if share < SPREAD else percent(share)


def _numbered(quantity: str, rows: list[dict[str, Any]]) -> dict[str, float]:
    """The same quantity of several groups, the largest loss first."""
    return {f"{quantity}_{place}": float(row[quantity]) for place, row in enumerate(rows, 1)}
