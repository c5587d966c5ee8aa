"""Draws the pictures of the pages: ``python docs/pictures.py``, with matplotlib installed."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt
import numpy as np

import partita
from partita.engines.files import read_columns

HERE = Path(__file__).parent / "pictures"
CELLS = str(Path(partita.__file__).parent / "data" / "cells.csv")
CLUSTERINGS = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]
NUDGE = {"mixture_5": 6, "kmeans_5": -6, "hdbscan": 5, "kmeans_10": -7}  # neighbours kept apart
INK, ACCENT, PALE = "#333333", "#0072b2", "#cccccc"  # readable without colour vision


def plane() -> plt.Figure:
    """Homogeneity against completeness, with lines of equal V."""
    truth, *columns = read_columns(CELLS, ["cell_line", *CLUSTERINGS])
    figure, ax = plt.subplots(figsize=(5.2, 4.6), layout="constrained")
    grid = np.linspace(0.01, 1, 200)
    h, c = np.meshgrid(grid, grid)
    levels = [0.2, 0.4, 0.6, 0.8, 0.9]
    ax.contour(h, c, 2 * h * c / (h + c), levels=levels, colors=PALE, linewidths=1)
    for v in levels:  # named where the line leaves the picture: h = 1, c = V/(2 - V)
        ax.text(1.03, v / (2 - v), f"V = {v}", fontsize=8, color="#777777", va="center")
    for column in columns:
        table = partita.Contingency.from_labels(truth.labels, column.labels, noise="-1")
        x, y = partita.homogeneity.of(table), partita.completeness.of(table)
        ax.plot(x, y, "o", color=ACCENT, markersize=7)
        place = {"ha": "right" if x > 0.8 else "left", "va": "center", "color": INK}
        offset = (-9 if x > 0.8 else 9, NUDGE.get(column.name, 0))
        ax.annotate(column.name, (x, y), offset, textcoords="offset points", **place)
    ax.set(xlim=(0, 1.02), ylim=(0, 1.02), xlabel="homogeneity", ylabel="completeness")
    ax.set_title("Six clusterings of 297 cells", color=INK)
    return figure


def law() -> plt.Figure:
    """Law of the Rand index of a fuzzy clustering against its hardened version."""
    rng = np.random.default_rng(0)
    truth = np.repeat(["a", "b", "c"], 20)
    centres = np.repeat(np.eye(3), 20, axis=0)
    degrees = 0.75 * centres + 0.25 * rng.dirichlet([1, 1, 1], 60)
    fuzzy = partita.Fuzzy.normalized(degrees)
    found = partita.law("rand", truth, fuzzy)
    hard = partita.rand(truth, degrees.argmax(axis=1))
    figure, ax = plt.subplots(figsize=(5.6, 3.2), layout="constrained")
    seen = found.mass > 1e-5
    ax.vlines(found.support[seen], 0, found.mass[seen], color=ACCENT, linewidth=1)
    ax.axvline(found.mean, color=INK, linewidth=1, linestyle="--")
    text = f"mean {found.mean:.3f} "
    ax.text(found.mean, ax.get_ylim()[1], text, va="top", ha="right", color=INK)
    ax.axvline(hard, color="#d55e00", linewidth=1.5)
    text = f"hardened {hard:.3f} "
    ax.text(hard, ax.get_ylim()[1] * 0.85, text, va="top", ha="right", color="#d55e00")
    ax.set(xlabel="Rand index", ylabel="probability", xlim=(found.support[seen].min(), 1.005))
    ax.set_ylim(bottom=0)
    ax.set_title("What a fuzzy clustering of 60 objects leaves open", color=INK)
    return figure


def intervals() -> plt.Figure:
    """Adjusted Rand index of six clusterings with their intervals."""
    truth, *columns = read_columns(CELLS, ["cell_line", *CLUSTERINGS])
    figure, ax = plt.subplots(figsize=(5.6, 2.8), layout="constrained")
    for row, column in enumerate(reversed(columns)):
        e = partita.confidence_interval("adjusted_rand", truth.labels, column.labels, noise="-1")
        ax.plot([e.low, e.high], [row, row], color=ACCENT, linewidth=2, solid_capstyle="butt")
        ax.plot(e.value, row, "o", color=ACCENT)
    ax.axvline(0, color=PALE, linewidth=1)
    ax.text(0.005, len(columns) - 0.4, "chance", color="#777777", fontsize=8, va="bottom")
    ax.set(xlabel="adjusted Rand index, 95 % interval", xlim=(-0.05, 1), ylim=(-0.6, len(columns)))
    ax.set_yticks(range(len(columns)), [c.name for c in reversed(columns)])
    return figure


def main() -> None:
    """Write every picture."""
    HERE.mkdir(exist_ok=True)
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "partita", "font.size": 9})
    for draw in (plane, law, intervals):
        figure = draw()
        for name in ("top", "right"):
            figure.axes[0].spines[name].set_visible(False)
        figure.savefig(HERE / f"{draw.__name__}.svg", metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    main()
