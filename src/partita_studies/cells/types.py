"""Which cell line is split and which cluster is mixed: the parts of the loss."""

from __future__ import annotations

from dataclasses import replace

from partita.base.wording import percent
from partita.comparison import Columns, Comparison, compare
from partita.figures import heatmap
from partita.report.formats.text import Table

from ..datasets import cell_clusterings, cells
from ..frame import Finding
from ..run import Run

_CHOSEN = ("kmeans_k2_s0", "kmeans_k5_s0", "kmeans_k10_s0")


def types(_: Run) -> Finding:
    """Each cell line and each cluster with its part of the loss of h and c."""
    labels = {name: cell_clusterings()[name] for name in _CHOSEN}
    made = compare(cells().truth, labels, measures=["homogeneity", "completeness"])
    found = replace(made, truth="cell line")
    tables = {}
    for name in _CHOSEN:
        tables[f"{name}: the cell lines"] = by_class(found, name)
        tables[f"{name}: the clusters"] = by_cluster(found, name)
    worst = found.classes("kmeans_k5_s0").sorted_by("completeness_loss", descending=True).row(0)
    return Finding(
        "Which cell line is split, which cluster is mixed",
        "Description: homogeneity and completeness, per type",
        "The page uses V to check whether clusters reconstruct the cell types, but V alone does not"
        " say which of them fail. Homogeneity is a sum over clusters and completeness a sum over"
        " classes, so each cluster and class has its part of the loss; the parts add up to 1 − h"
        f" and 1 − c. With two clusters homogeneity loses most ({_lost(found, 'kmeans_k2_s0')}):"
        " one cluster holds four lines. With ten clusters completeness loses most"
        f" ({_lost(found, 'kmeans_k10_s0')}): all lines except one are split. With five clusters"
        f" little is lost ({_lost(found, 'kmeans_k5_s0')}), most of it by {worst['class']}, which"
        f" has {percent(worst['recall'])} of its cells in one cluster.",
        tables=tables,
        figures=tuple(
            replace(heatmap(found, name), title=f"Cell lines in the clusters of {name}")
            for name in _CHOSEN[1:]
        ),
    )


def _lost(found: Comparison, name: str) -> str:
    h, c = (1 - (found[name, of].value or 0.0) for of in ("homogeneity", "completeness"))
    return f"1 − h = {h:.2f}, 1 − c = {c:.2f}"


def by_class(found: Comparison, name: str) -> Table:
    """Every class with its loss of completeness, the largest first."""
    rows = found.classes(name).sorted_by("completeness_loss", descending=True)
    names = ("class", "size", "pieces", "recall", "f", "completeness_loss")
    header = ("class", "objects", "pieces", "in one cluster", "best F", "loss of c")
    return _table(rows, names, header)


def by_cluster(found: Comparison, name: str) -> Table:
    """Every cluster with its loss of homogeneity, the largest first."""
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
