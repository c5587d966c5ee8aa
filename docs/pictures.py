"""Draws the pictures of the documentation with partita's figures: ``python docs/pictures.py``."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import partita
from partita import Cover, Hierarchy, cli, figures
from partita.covers import COVER_MEASURES
from partita.figures.grammar.marks import Axis, Key, Line, Names
from partita.figures.grammar.words import round_ticks
from partita.figures.svg.svg import document
from partita.hierarchies import fowlkes_mallows_curve
from partita.sources.files.delimited import read_columns

HERE = Path(__file__).parent / "pictures"
CELLS = str(Path(partita.__file__).parent / "data" / "cells.csv")
CLUSTERINGS = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]


def cells() -> partita.Comparison:
    """Six clusterings of 297 cells against their cell lines."""
    truth, *columns = read_columns(CELLS, ["cell_line", *CLUSTERINGS])
    named = {column.name: column.labels for column in columns}
    return partita.compare(truth.labels, named, confidence=0.95, null="permutation", noise="-1")


def fuzzy_law() -> figures.Figure:
    """The distribution of the Rand index of a fuzzy clustering of 60 objects."""
    rng = np.random.default_rng(0)
    truth = np.repeat(["a", "b", "c"], 20)
    centers = np.repeat(np.eye(3), 20, axis=0)
    fuzzy = partita.Fuzzy.normalized(0.75 * centers + 0.25 * rng.dirichlet([1, 1, 1], 60))
    return figures.law(partita.law("rand", truth, fuzzy), measure="rand")


def pilot() -> figures.Figure:
    """The plan for the adjusted Rand index, from a pilot of 600 objects, as in planning.md."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 4, 600)
    good = np.where(random.random(600) < 0.85, truth, random.integers(0, 4, 600))
    return figures.plan(partita.plan("adjusted_rand", truth, good, half_width=0.02))


def fall() -> figures.Figure:
    """Monitoring of an adjusted Rand index that falls after 300 objects, as in planning.md."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 4, 600)
    good = np.where(random.random(600) < 0.85, truth, random.integers(0, 4, 600))
    worse = np.where(np.arange(600) < 300, good, random.integers(0, 4, 600))
    return figures.monitoring(partita.monitor("adjusted_rand", truth, worse, every=50))


def scrambled_cover() -> figures.Figure:
    """Every measure of covers while memberships are replaced by random ones."""
    rng = np.random.default_rng(0)
    size, clusters, steps = 600, 10, np.linspace(0, 1, 11)
    first = np.arange(size) % clusters
    second = np.where(
        rng.random(size) < 0.2, (first + rng.integers(1, clusters, size)) % clusters, -1
    )
    order, other = rng.random((2, size)), rng.integers(0, clusters, (2, size))
    truth, *found = (
        Cover.from_memberships(
            [
                {a, b} - {-1}
                for a, b in zip(
                    np.where(order[0] < share, other[0], first).tolist(),
                    np.where((order[1] < share) & (second >= 0), other[1], second).tolist(),
                    strict=True,
                )
            ]
        )
        for share in (0, *steps)
    )
    curves = {
        name: tuple((float(x), m(truth, y)) for x, y in zip(steps, found, strict=True))
        for name, m in COVER_MEASURES.items()
        if name not in ("b_cubed_precision", "b_cubed_recall", "best_match_jaccard")
    }
    colors = [f"class {i}" for i in range(len(curves))]
    ends = tuple((*points[-1], name) for name, points in curves.items())
    return figures.Figure(
        title="Scores of a cover against a scrambled copy",
        description="All measures fall from 1; omega and ONMI reach about 0, the others do not.",
        width=440,
        height=280,
        x=Axis(-0.03, 1.03, "share of memberships replaced at random", round_ticks(0, 1)),
        y=Axis(-0.03, 1.03, "score", round_ticks(0, 1), grid=True),
        marks=(
            *(Line(p, c, 2) for p, c in zip(curves.values(), colors, strict=True)),
            Names(ends, tuple(colors), 12, "right"),
        ),
    )


def linkages() -> figures.Figure:
    """The Fowlkes-Mallows curve of two linkages of the same points."""
    from scipy.cluster.hierarchy import linkage

    rng = np.random.default_rng(0)
    points = np.repeat([[0, 0], [6, 0], [3, 5]], 100, axis=0) + rng.normal(size=(300, 2))
    trees = [Hierarchy.from_linkage(linkage(points, method)) for method in ("average", "ward")]
    curve = fowlkes_mallows_curve(*trees, ks=range(2, 151))
    k = curve.k.tolist()

    def line(values: np.ndarray) -> tuple[tuple[float, float], ...]:
        return tuple(zip(map(float, k), values.tolist(), strict=True))

    ticks = tuple((float(t), str(t)) for t in (2, 3, 5, 10, 20, 50, 100))
    ends = [curve.expected + step * curve.deviation for step in (-2, 2)]
    return figures.Figure(
        title="Average and Ward linkage of the same points",
        description="The index is far above chance at every number of clusters.",
        width=440,
        height=260,
        x=Axis(1.8, 165, "number of clusters", ticks, log=True),
        y=Axis(-0.03, 1.03, "Fowlkes-Mallows index", round_ticks(0, 1), grid=True),
        marks=(
            Line(line(curve.value), "class 0", 2),
            *(Line(line(np.clip(end, 0, 1)), "muted", 1.2, dashed=True) for end in ends),
        ),
        legend=(Key("B_k", "class 0", "line"), Key("chance ± 2 deviations", "muted", "dashed")),
    )


def imbalanced() -> dict[str, partita.Comparison]:
    """Two overlapping clouds of points, ever more even in size, clustered by k-means."""
    from scipy.cluster.vq import kmeans2

    rng = np.random.default_rng(0)
    found = {}
    for small in range(50, 501, 50):
        sizes, centers = [small, 1000 - small], np.array([[0.0, 0.0], [5.0, 0.0]])
        points = np.repeat(centers, sizes, axis=0) + rng.normal(0, 2, (1000, 2))
        labels = kmeans2(points, centers, minit="matrix")[1]
        truth = np.repeat(["small", "large"], sizes)
        found[str(small)] = partita.compare(truth, {"kmeans": labels})
    return found


def first_screen(picture: Path, *options: str) -> None:
    """Save the top of the report of ``partita demo`` as a picture, with Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "report.html")
        output = ("--output", str(page.with_suffix(".txt")))
        cli.main(["demo", "--report", str(page), *output, *options])
        settings = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
        size = ("--window-size=1100,760", f"--screenshot={picture}")
        command = [str(shutil.which("chromium")), *settings, *size, page.as_uri()]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own report


def main() -> None:
    """Write every picture."""
    HERE.mkdir(exist_ok=True)
    found, uneven = cells(), imbalanced()
    names = ["R", "VI", "VD", "MS", "ARI", "VI_n", "VD_n", "AMI", "purity"]
    drawn = {
        "plane": figures.plane(found),
        "classes": figures.class_matrix(found),
        "law": fuzzy_law(),
        "plan": pilot(),
        "monitor": fall(),
        "covers": scrambled_cover(),
        "hierarchies": linkages(),
        "intervals": figures.leaderboard(found.ranks("adjusted_rand")),
        "heatmap": figures.heatmap(found, "kmeans_10"),
        "flow": figures.flow(found, "kmeans_10"),
        "uniform_effect": figures.uniform_effect(partita.uniform_effect(uneven)),
        "consistency": figures.consistency(partita.consistency(uneven, names)),
        "ranges": figures.ranges(found, "kmeans_10"),
    }
    for name, figure in drawn.items():
        (HERE / f"{name}.svg").write_text(document(figure), "utf-8")
    first_screen(HERE / "report.png")
    first_screen(HERE / "interactive.png", "--interactive")


if __name__ == "__main__":
    main()
