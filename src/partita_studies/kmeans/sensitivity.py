"""Which measures notice a small change of a clustering: Tables 10 and 11."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from partita import Contingency, measure
from partita.behavior.trials import exchanges
from partita.report.formats.text import Table

from ..frame import Entry, Finding, from_samples, judged, stated
from ..printed import of_clusters
from ..run import Run
from .normalized import DISTINCT
from .scoring import NAMES, symbol
from .tables import LOST, shown

# Table 10, clusters in rows. The text lost the table; these counts agree with every statement about
# it, but a cell may differ from the printed one.
MATRICES = {
    "I": [[3, 4, 12], [8, 3, 12], [12, 12, 0]],
    "II": [[0, 7, 12], [11, 0, 12], [12, 12, 0]],
}
TABLES = {name: of_clusters(rows) for name, rows in MATRICES.items()}
_AGAIN = "on the counts that replace the lost Table 10"
_STILL = ("normalized_van_dongen", "normalized_f_measure")
_MOST = "normalized_variation_of_information"  # the most sensitive, says the paper
_CHANGES = (600, 150)  # in a full run and in a quick one
_FEWER = f"{_CHANGES[1]} changes instead of {_CHANGES[0]}"
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Seen:
    """How a measure responds to changes that keep all group sizes."""

    unseen: float  # share of changes that leave the value as it was
    moved: float  # mean absolute change of the value


def changes(run: Run) -> list[tuple[Contingency, Contingency]]:
    """Random pairs that differ as I and II do: objects of two clusters exchange places."""
    return exchanges(run.seed, run.size(*_CHANGES))


@lru_cache(maxsize=128)
def seen(name: str, run: Run) -> Seen:
    """How a measure responds to the changes."""
    own = measure(name)
    moves = np.array([abs(own.of(before) - own.of(after)) for before, after in changes(run)])
    return Seen(float((moves < _SAME).mean()), float(moves.mean()))


def tables_10_11(run: Run) -> Finding:
    """Tables 10 and 11, and the same question on many random tables."""
    values = {name: [measure(name).of(one) for one in TABLES.values()] for name in DISTINCT}
    rows = [
        (symbol(name), name, first, second, abs(second - first))
        for name, (first, second) in values.items()
    ]
    answers = [(symbol(name), name, seen(name, run).unseen, seen(name, run).moved)
               for name in NAMES]  # fmt: skip
    answers.sort(key=lambda row: (row[2], -row[3]))
    return Finding(
        "Tables 10 and 11: sensitivity",
        "Section 5, Tables 10 and 11",
        "Clusterings I and II have the same class and cluster sizes; some objects of two clusters"
        " have exchanged places. A measure that reads only the largest cell of each row and column"
        " cannot see this if those cells stay.\n\nThe text lost the matrices. Ours agree with"
        " every statement about them, which tests our counts more than the paper. We therefore"
        f" repeat the test on {len(changes(run))} random tables in which one to three objects of"
        " two clusters exchange places: what share of the changes leaves a measure as it was, and"
        " how far do the others move it? The sizes of the moves can be compared only between"
        " measures on the same scale.",
        tuple(_entries(values, run)),
        {
            **shown(MATRICES),
            "Table 11": Table(("symbol", "measure", "I", "II", "difference"), rows),
            "Every measure: changes not seen, and the mean move": Table(
                ("symbol", "measure", "share unseen", "mean move"), answers
            ),
        },
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
            basis="reconstructed",
        )
        for name in DISTINCT
    ]
    return [
        *entries,
        stated(
            "most sensitive",
            "VI_n",
            symbol(most),
            holds=most == _MOST,
            note=_AGAIN,
            basis="reconstructed",
        ),
        *from_samples((_on_random_tables(run),), _FEWER),
        *(
            judged(
                f"{symbol(name)}({one})", None, value, digits=3, note=LOST, basis="reconstructed"
            )
            for name, pair in values.items()
            for one, value in zip(MATRICES, pair, strict=True)
        ),
    ]


def _on_random_tables(run: Run) -> Entry:
    wide = max(DISTINCT, key=lambda name: seen(name, run).moved)
    return stated(
        "largest mean move on random tables",
        "VI_n",
        f"{symbol(wide)} ({seen(wide, run).moved:.4f})",
        holds=wide == _MOST,
        note="" if wide == _MOST else f"VI_n moves by {seen(_MOST, run).moved:.4f}",
    )
