"""Which measures see a small change of a clustering (Tables 10 and 11)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from partita import Contingency, measure
from partita.report.formats.text import Table

from ..frame import Entry, Finding, judged, stated
from ..run import Run
from .normalized import DISTINCT
from .scoring import NAMES, symbol

# Table 10, clusters in rows. The text lost it; these counts agree with every statement about it,
# but a cell may differ from the printed one.
MATRICES = {
    "I": [[3, 4, 12], [8, 3, 12], [12, 12, 0]],
    "II": [[0, 7, 12], [11, 0, 12], [12, 12, 0]],
}
_LOST = "the text lost the table"
_AGAIN = "on the counts that stand for the lost Table 10"
_STILL = ("normalized_van_dongen", "normalized_f_measure")
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Seen:
    """How a measure answers to changes that keep all sizes."""

    unseen: float  # share of changes that leave the value as it was
    moved: float  # mean size of the answer


def table(name: str) -> Contingency:
    """Clustering I or II of Table 10, classes in rows.

    >>> table("I").n
    66
    """
    return Contingency.from_matrix(np.array(MATRICES[name]).T)


@lru_cache(maxsize=2)
def changes(run: Run) -> tuple[tuple[Contingency, Contingency], ...]:
    """Pairs of tables that differ as I and II do: two objects of two clusters exchange places.

    Class and cluster sizes stay; an object goes from cell (i, j) to (i, l), another from (k, l)
    to (k, j).
    """
    draw = run.generator("kmeans", "changes")
    found: list[tuple[Contingency, Contingency]] = []
    while len(found) < run.size(600, 150):
        shape = tuple(draw.integers(3, 7, 2))
        shares = draw.dirichlet(np.full(shape[0] * shape[1], draw.choice([0.3, 1.0])))
        before = draw.multinomial(int(draw.integers(50, 300)), shares).reshape(shape)
        after = before.copy()
        rows, columns = draw.permutation(shape[0])[:2], draw.permutation(shape[1])[:2]
        square = np.ix_(rows, columns)
        step = int(draw.integers(1, 4))
        after[square] += step * np.array([[-1, 1], [1, -1]])
        if after.min() >= 0 and before.sum(axis=0).min() > 0 and before.sum(axis=1).min() > 0:
            found.append((Contingency.from_matrix(before), Contingency.from_matrix(after)))
    return tuple(found)


@lru_cache(maxsize=128)
def seen(name: str, run: Run) -> Seen:
    """How a measure answers to the changes."""
    own = measure(name)
    moves = np.array([abs(own.of(before) - own.of(after)) for before, after in changes(run)])
    return Seen(float((moves < _SAME).mean()), float(moves.mean()))


def tables_10_11(run: Run) -> Finding:
    """Tables 10 and 11, and the same question asked many times."""
    values = {name: [measure(name).of(table(one)) for one in MATRICES] for name in DISTINCT}
    rows = [
        (symbol(name), name, first, second, abs(second - first))
        for name, (first, second) in values.items()
    ]
    header = ("cluster", "C1", "C2", "C3")
    shown = [
        (f"Clustering {name}", Table(header, [(f"P{i}", *row) for i, row in enumerate(one, 1)]))
        for name, one in MATRICES.items()
    ]
    answers = [(symbol(name), name, seen(name, run).unseen, seen(name, run).moved)
               for name in NAMES]  # fmt: skip
    answers.sort(key=lambda row: (row[2], -row[3]))
    return Finding(
        "Tables 10 and 11: sensitivity",
        "Section 5, Tables 10 and 11",
        "Clusterings I and II have the same class and cluster sizes; some objects of two clusters"
        " have changed places. Measures that look only at the largest cell of each row and column"
        " cannot see it where those stay.\n\nThe matrices are lost; ours agree with every"
        " statement about them, which tests the counts more than the paper. So the same is asked of"
        f" {len(changes(run))} random tables in which one to three objects of two clusters change"
        " places: which share of the changes leaves a measure as it was, and how far the others"
        " move it. The sizes of moves can be compared only between measures on the same scale.",
        tuple(_entries(values, run)),
        (
            *shown,
            ("Table 11", Table(("symbol", "measure", "I", "II", "difference"), rows)),
            (
                "Every measure: changes not seen, and the mean move",
                Table(("symbol", "measure", "share unseen", "mean move"), answers),
            ),
        ),
    )


def _entries(values: dict[str, list[float]], run: Run) -> list[Entry]:
    moves = {name: abs(second - first) for name, (first, second) in values.items()}
    most = max(moves, key=lambda name: moves[name])
    entries = [
        stated(
            f"{symbol(name)} changes",
            "no" if name in _STILL else "yes",
            "no" if moves[name] < _SAME else f"yes, by {moves[name]:.3f}",
            holds=(moves[name] < _SAME) is (name in _STILL),
            note=_AGAIN,
        )
        for name in DISTINCT
    ]
    entries.append(
        stated("most sensitive", "VI_n", symbol(most),
               holds=most == "normalized_variation_of_information", note=_AGAIN)
    )  # fmt: skip
    wide = max(DISTINCT, key=lambda name: seen(name, run).moved)
    entries.append(
        stated(
            "largest mean move on random tables",
            "VI_n",
            f"{symbol(wide)} ({seen(wide, run).moved:.4f})",
            holds=wide == "normalized_variation_of_information",
            note="" if wide == "normalized_variation_of_information" else
            f"VI_n moves by {seen('normalized_variation_of_information', run).moved:.4f}",
        )
    )  # fmt: skip
    entries += [
        judged(f"{symbol(name)}({one})", None, value, digits=3, note=_LOST)
        for name, pair in values.items()
        for one, value in zip(MATRICES, pair, strict=True)
    ]
    return entries
