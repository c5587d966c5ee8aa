"""Which classes no clustering finds, which are split, and which clusters are mixed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ...base.wording import brief, listed, percent, three
from ...measures.measure import MEASURES
from ...results import Verdict
from ...table.contingency import AnyTable
from ...table.groups import Groups
from ..counting.columns import Columns
from ..diagnosis.class_matrix import class_matrix
from ..diagnosis.diagnosis import class_diagnosis, cluster_diagnosis

Row: TypeAlias = dict[str, Any]

LOST = 0.02  # a smaller loss is not mentioned
MOST = 0.5  # groups are named until they have this share of the loss,
NAMED = 3  # but no more than these
SPREAD = 0.1  # below this share, the named groups do not explain the loss


def missed_classes(tables: Mapping[str, AnyTable]) -> Iterator[Verdict]:
    """The classes that no clustering finds, or the one that is hardest to find."""
    found = class_matrix(tables)
    classes = dict(zip(found["class"].tolist(), found["best"].tolist(), strict=True))
    if len(classes) < 2:
        return
    missed = len(set(found["class"][found["missed"]].tolist()))
    hardest = list(classes.items())[: min(max(1, missed), NAMED)]
    numbers = {"classes": float(len(classes)), "missed": float(missed)}
    numbers |= {f"best_f_{place}": f for place, (_, f) in enumerate(hardest, 1)}
    named = [f"{brief(name)} (best F {three(f)})" for name, f in hardest]
    if missed:
        more = [f"{missed - NAMED} more"] if missed > NAMED else []
        kind = "class" if missed == 1 else "classes"
        text = f"No clustering finds the {kind} {listed([*named, *more])}."
    else:
        text = f"Every class is found by some clustering; the hardest is {named[0]}."
    yield Verdict(None, "missed", text, numbers)


def split_classes(name: str, table: AnyTable) -> Iterator[Verdict]:
    """The classes that make up most of the completeness lost."""
    completeness = MEASURES["completeness"].of(table)
    if 1 - completeness < LOST:
        return
    rows, share = _largest(class_diagnosis(table))
    if rows:
        groups = _list("class", "classes", [_describe_class(row) for row in rows])
        numbers = {"completeness": completeness, "loss_share": share, **_numbers("recall", rows)}
        text = f"{_part(share, 'completeness', completeness)} comes from {groups}."
        yield Verdict(name, "classes", text, numbers, ("rosenberg2007",))


def mixed_clusters(name: str, table: AnyTable) -> Iterator[Verdict]:
    """The clusters that make up most of the homogeneity lost."""
    homogeneity = MEASURES["homogeneity"].of(table)
    if 1 - homogeneity < LOST:
        return
    rows, share = _largest(cluster_diagnosis(table))
    if rows:
        groups = _list("cluster", "clusters", [_describe_cluster(row) for row in rows])
        numbers = {"homogeneity": homogeneity, "loss_share": share, **_numbers("purity", rows)}
        text = f"{_part(share, 'homogeneity', homogeneity)} comes from {groups}."
        yield Verdict(name, "clusters", text, numbers, ("rosenberg2007",))


def _list(one: str, many: str, groups: list[str]) -> str:
    return f"{one if len(groups) == 1 else many} {listed(groups)}"


def _part(share: float, measure: str, value: float) -> str:
    only = "Only " if share < SPREAD else ""
    return f"{only}{percent(share)} of the {measure} lost (1 − {three(value)})"


def _numbers(quantity: str, rows: list[Row]) -> dict[str, float]:
    return {f"{quantity}_{place}": float(row[quantity]) for place, row in enumerate(rows, 1)}


def _describe_class(row: Row) -> str:
    """A class, and how much of it is in one cluster."""
    where = "no object in a cluster"
    if row["pieces"]:
        clusters = Groups(0, row["pieces"], 0, row["unclustered"]).cluster_text
        own = "" if row["pieces"] == 1 else "one of its "
        where = f"{percent(row['recall'])} in {own}{clusters}"
    return f"{brief(row['class'])} ({where})"


def _describe_cluster(row: Row) -> str:
    """A cluster, how much of it is of one class, and how many classes it holds."""
    classes = Groups(row["mixed"], 0, row["unlabeled"]).class_text
    majority = f"{percent(row['purity'])} {brief(row['majority'])}"
    return f"{brief(row['cluster'])} ({majority}, {classes})"


def _largest(groups: Columns) -> tuple[list[Row], float]:
    """The groups with the largest share of the loss, and their share together."""
    rows: list[Row] = []
    total = 0.0
    for row in groups.sorted_by("loss_share", descending=True).head(NAMED).rows():
        if total >= MOST or row["loss_share"] <= 0:
            break
        rows.append(row)
        total += row["loss_share"]
    return rows, total
