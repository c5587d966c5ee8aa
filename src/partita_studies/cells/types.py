"""Which cell type is split, which cluster is mixed: the parts of the loss."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from partita.base.wording import percent
from partita.comparison import Columns, Comparison, compare
from partita.figures import heatmap
from partita.report.formats.text import Table

from ..datasets import cell_clusterings, cells
from ..frame import Finding

if TYPE_CHECKING:
    from ..run import Run

_CHOSEN = ("kmeans_k2_s0", "kmeans_k5_s0", "kmeans_k10_s0")


def types(run: Run) -> Finding:
    """A row per cell line and per cluster, with its part of what h and c lose."""
    del run
    labels = {name: cell_clusterings()[name] for name in _CHOSEN}
    made = compare(cells().truth, labels, measures=["homogeneity", "completeness"])
    found = replace(made, truth="cell line")
    tables = []
    for name in _CHOSEN:
        tables.append((f"{name}: the cell lines", by_class(found, name)))
        tables.append((f"{name}: the clusters", by_cluster(found, name)))
    worst = found.classes("kmeans_k5_s0").sorted_by("completeness_loss", descending=True).row(0)
    return Finding(
        "Which cell line is split, which cluster is mixed",
        "Description: homogeneity and completeness, per type",
        "The page uses V to verify whether clusters reconstruct the cell types; V alone does not"
        " say which of them fail. Homogeneity is a sum over clusters and completeness a sum over"
        " classes, so each has its own part of the loss; the parts add up to 1 − h and 1 − c. With"
        f" two clusters homogeneity loses most ({_lost(found, 'kmeans_k2_s0')}): one cluster holds"
        f" four lines. With ten it is completeness ({_lost(found, 'kmeans_k10_s0')}): all lines but"
        f" one are cut. With five little is lost ({_lost(found, 'kmeans_k5_s0')}), most by"
        f" {worst['class']}, of which {percent(worst['recall'])} lie in one cluster.",
        tables=tuple(tables),
        figures=tuple(
            replace(heatmap(found, name), title=f"Cell lines in the clusters of {name}")
            for name in _CHOSEN[1:]
        ),
    )


def _lost(found: Comparison, name: str) -> str:
    h, c = (1 - (found[name, of].value or 0.0) for of in ("homogeneity", "completeness"))
    return f"1 − h = {h:.2f}, 1 − c = {c:.2f}"


def by_class(found: Comparison, name: str) -> Table:
    """What happened to each class, the largest loss first."""
    rows = found.classes(name).sorted_by("completeness_loss", descending=True)
    names = ("class", "size", "pieces", "recall", "f", "completeness_loss")
    return _table(
        rows, names, ("class", "objects", "pieces", "in one cluster", "best F", "loss of c")
    )


def by_cluster(found: Comparison, name: str) -> Table:
    """What each cluster is made of, the largest loss first."""
    rows = found.clusters(name).sorted_by("homogeneity_loss", descending=True)
    names = ("cluster", "size", "majority", "purity", "verdict", "homogeneity_loss")
    return _table(rows, names, ("cluster", "objects", "mostly", "purity", "verdict", "loss of h"))


def _table(rows: Columns, names: tuple[str, ...], header: tuple[str, ...]) -> Table:
    plain = [[_plain(row[name]) for name in names] for row in rows.rows()]
    return Table(header, plain)


def _plain(value: object) -> str | int | float:
    if isinstance(value, (int, float)):
        return value
    return str(value)
