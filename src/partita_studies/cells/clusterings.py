"""Eighteen clusterings of five cell lines: h, c, and V_β for several β."""

from __future__ import annotations

from dataclasses import replace

from partita import Comparison, compare
from partita.figures import plane
from partita.figures.grammar.marks import Axis, Figure, Line, Mark, Names
from partita.figures.grammar.palette import group_color
from partita.figures.grammar.words import round_ticks
from partita.report.formats.text import Table

from ..datasets import cell_clusterings, cells
from ..frame import Finding, judge_all
from ..run import Run

# V by scikit-learn 1.9.1, and ARI, for the same labels; noise of HDBSCAN counts as one cluster.
V = {
    "kmeans_k2_s0": 0.5013, "kmeans_k4_s0": 0.8247, "kmeans_k5_s0": 0.9149,
    "kmeans_k7_s0": 0.8285, "kmeans_k10_s0": 0.7731, "kmeans1_k5_s1": 0.9262,
    "agglo_ward_k5": 0.8248, "agglo_average_k5": 0.8032, "agglo_single_k5": 0.3968,
    "hdbscan_m5": 0.8387, "hdbscan_m15": 0.8329, "gmm_diag_k5_hard": 0.8543,
    "gmm_tied_k5_hard": 0.9376, "fcm_k5_hard": 0.9262,
}  # fmt: skip
ARI = {"kmeans_k5_s0": 0.9358, "gmm_tied_k5_hard": 0.9551, "agglo_single_k5": 0.1897}
WITHOUT_NOISE = {"hdbscan_m5": 0.9078, "hdbscan_m15": 0.9739}  # V of the cells that have a cluster
_BETAS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
_SHOWN = ("kmeans_k2_s0", "kmeans_k5_s0", "kmeans_k10_s0", "agglo_single_k5", "hdbscan_m15")


def clusterings(_: Run) -> Finding:
    """The best clustering depends on β only if h and c differ."""
    found = compared()
    without = compared(noise={"prediction": "-1"}, noise_as="drop")
    entries = (
        *judge_all(V, _values(found, "v_measure"), digits=4, what="V of {}", basis="third party"),
        *judge_all(ARI, _values(found, "adjusted_rand"), digits=4, what="ARI of {}",
                   basis="third party"),
        *judge_all(WITHOUT_NOISE, _values(without, "v_measure"), digits=4,
                   what="V of {}, noise left out", basis="third party"),
    )  # fmt: skip
    return Finding(
        "Eighteen clusterings of five cell lines",
        "Description and V_β; data: 297 cells, truth by genotype",
        "The cells were clustered by k-means, agglomeration, density (HDBSCAN), Gaussian mixtures"
        " and fuzzy c-means on ten principal components. Two clusters keep the lines together (c ="
        f" {_part(found, 'kmeans_k2_s0', 'completeness')}) but mix them (h ="
        f" {_part(found, 'kmeans_k2_s0', 'homogeneity')}); ten do the reverse. V_β states a"
        " preference: a small β forgives splitting, which a biologist can correct by merging"
        " clusters with the same markers; a large β forgives mixing. If both parts are high, as for"
        " five clusters by k-means, β hardly matters.\n\n"
        "HDBSCAN leaves cells without a cluster. scikit-learn counts them as one more cluster,"
        " which lowers both parts. Without them, the rest looks better than the whole is. A report"
        " of V for such a clustering has to say how it treats them. We compare our numbers with"
        " those of scikit-learn for the same labels.",
        entries,
        {"h, c and V_β; β = 1 is V": _weighted(found)},
        (weights(found), _plane(found)),
    )


def compared(**policies: object) -> Comparison:
    """The recorded clusterings compared with the cell lines."""
    names = ["homogeneity", "completeness", "v_measure", "adjusted_rand"]
    asked = [*names, *(f"v_measure:beta={beta}" for beta in _BETAS if beta != 1)]
    made = compare(cells().truth, cell_clusterings(), measures=asked, **policies)  # type: ignore[arg-type]
    return replace(made, truth="cell line")


def weights(found: Comparison) -> Figure:
    """V_β over β: from homogeneity at the left to completeness at the right."""
    steps = [2.0 ** (k / 2) for k in range(-12, 13)]
    marks: list[Mark] = []
    ends = []
    for place, name in enumerate(_SHOWN):
        table, color = found.table(name), group_color(place)
        v = found[name, "v_measure"].chosen.measure
        points = tuple((beta, v.of(table, beta=beta)) for beta in steps)
        marks.append(Line(points, color, 2, tip=name))
        ends.append((*points[-1], name))
    colors = tuple(group_color(place) for place in range(len(_SHOWN)))
    ticks = tuple((2.0**k, f"{2.0**k:g}" if k >= 0 else f"1/{2**-k}") for k in range(-6, 7, 2))
    return Figure(
        "V_β of five clusterings, from homogeneity (small β) to completeness (large β)",
        "; ".join(f"{name}: V {found[name, 'v_measure'].value:.3f}" for name in _SHOWN),
        430,
        280,
        Axis(steps[0] / 1.1, steps[-1] * 1.1, "β", ticks, log=True),
        Axis(0.0, 1.0, "V_β", round_ticks(0, 1), grid=True),
        (*marks, Names(tuple(ends), colors, 12, "right")),
    )


def _values(found: Comparison, measure: str) -> dict[str, float | None]:
    return {name: found[name, measure].value for name in found.predictions}


def _part(found: Comparison, name: str, of: str) -> str:
    return f"{found[name, of].value:.2f}"


def _plane(found: Comparison) -> Figure:
    """Some of the clusterings, since the names of all would cover each other."""
    names = (*_SHOWN, "kmeans_k4_s0", "agglo_ward_k5")
    kept = {name: found.counted[name] for name in names}
    sizes = {name: found.sizes[name] for name in names}
    scores = tuple(one for one in found.scores if one.prediction in names)
    return plane(replace(found, counted=kept, sizes=sizes, scores=scores))


def _weighted(found: Comparison) -> Table:
    header = ("clustering", "clusters", "h", "c", *(f"β = {beta:g}" for beta in _BETAS))
    rows = []
    for name in found.predictions:
        table, v = found.table(name), found[name, "v_measure"].chosen.measure
        values = (v.of(table, beta=beta) for beta in _BETAS)
        parts = (found[name, of].value for of in ("homogeneity", "completeness"))
        rows.append((name, table.shape[1], *parts, *values))
    return Table(header, rows)
