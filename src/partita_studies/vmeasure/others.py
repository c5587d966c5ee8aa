"""Sections 2 and 3: what the paper says of purity, entropy, VI, Q0, and of V with other numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from partita import Contingency, measure
from partita.base.arrays import Int64
from partita.behavior.finding import PropertyFinding
from partita.behavior.mathematical import convex_additivity, n_invariance
from partita.behavior.metric import metric_axioms
from partita.behavior.subject import subject
from partita.behavior.trials import random_tables
from partita.chance import chance
from partita.report.formats.text import Table

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run

_OBJECTS, _CLASSES = 1200, 10
_GROUPS = (2, 5, 10, 20, 50, 100, 300)
_SAME = 1e-9
_VI = "variation_of_information"
_SPLITS = (2000, 200)  # random tables, in a full and in a quick run


def other_measures(run: Run) -> Finding:
    """Statements on measures other than V, and on V for different numbers of clusters."""
    levels = {k: chance("v_measure", _even(k)).expected for k in _GROUPS}
    return Finding(
        "Other measures, and V for different numbers of clusters",
        "Sections 2 and 3",
        "What the paper says of purity, entropy, VI and Q0 holds. Metric axioms are tried on all"
        " partitions of up to five objects; the other properties on random tables, and the notes"
        " have short proofs. Splits divide a random cluster in two.\n\nOne conclusion does not"
        " hold. The paper says that homogeneity, completeness and V do not depend on the number of"
        " clusters, so that they can be compared across clusterings. Their formulas do not contain"
        " that number, but their values for random labels grow with it (see the table, and Figures"
        " 4 and 5).",
        tuple(_entries(run, levels)),
        {
            f"Mean V of random labels, {_OBJECTS:,} objects in {_CLASSES} equal classes": Table(
                ("equal clusters", "V"), list(levels.items())
            )
        },
    )


def _entries(run: Run, levels: dict[int, float]) -> list[Entry]:
    fewer = f"{_SPLITS[1]} random splits instead of {_SPLITS[0]:,}"
    return [
        *from_samples([_purity(run), _entropy(run), _parsimony(run)], fewer),
        _metric(),
        _property(
            "VI is convexly additive",
            convex_additivity(subject(_VI)),
            "H(C|K) is a weighted sum over clusters, and H(K|C) over classes",
        ),
        *(
            _property(
                f"{measure(name).symbol} is n-invariant",
                n_invariance(subject(name)),
                "it depends on the shares of the cells only",
            )
            for name in (_VI, "homogeneity", "completeness")
        ),
        _negated(),
        _comparable(levels),
    ]


def _purity(run: Run) -> Entry:
    return _splits(
        "purity improves monotonically with the number of clusters",
        run,
        lambda before, after: measure("purity").of(after) >= measure("purity").of(before) - _SAME,
        "the largest classes of two parts hold at least the largest class of the whole",
    )


def _entropy(run: Run) -> Entry:
    return _splits(
        "entropy improves monotonically with the number of clusters",
        run,
        lambda before, after: (
            measure("conditional_entropy").of(after)
            <= measure("conditional_entropy").of(before) + _SAME
        ),
        "knowing the part of a cluster cannot raise the entropy of the classes",
    )


def _parsimony(run: Run) -> Entry:
    """Clusters whose parts have the same shares of classes: H(C|K) stays as it was."""
    own = measure("dom_q0")
    tables = (one for one in random_tables(run.seed, run.size(*_SPLITS), 1) if one.shape[0] > 1)
    pairs = [_halves(_cells(one)) for one in tables]
    held = sum(own.of(before) < own.of(after) for before, after in pairs)
    return stated(
        "Q0 prefers the fewest clusters among those with the same H(C|K)",
        "yes",
        f"better with one cluster than with two halves in {held:,} of {len(pairs):,}",
        holds=held == len(pairs),
        note="two parts have more possible counts of classes than the whole",
    )


def _splits(
    what: str, run: Run, kept: Callable[[Contingency, Contingency], bool], proof: str
) -> Entry:
    pairs = list(_divided(run))
    held = sum(kept(before, after) for before, after in pairs)
    return stated(
        what,
        "yes",
        f"never worse after a split: {held:,} of {len(pairs):,}",
        holds=held == len(pairs),
        note=proof,
    )


def _divided(run: Run) -> Iterator[tuple[Contingency, Contingency]]:
    """Random tables, and the same with one cluster divided at random."""
    draw = run.generator("vmeasure", "splits")
    for table in random_tables(run.seed, run.size(*_SPLITS), 1):
        cells = _cells(table)
        column = int(draw.integers(cells.shape[1]))
        part = draw.binomial(cells[:, column], 0.5)
        rest = cells[:, column] - part
        if part.any() and rest.any():
            parts = np.column_stack((np.delete(cells, column, axis=1), part, rest))
            yield table, Contingency.from_matrix(parts)


def _halves(cells: Int64) -> tuple[Contingency, Contingency]:
    """All counts doubled, and the first cluster of that in two equal halves."""
    first, rest = cells[:, :1], 2 * cells[:, 1:]
    whole = np.column_stack((2 * first, rest))
    return Contingency.from_matrix(whole), Contingency.from_matrix(
        np.column_stack((first, first, rest))
    )


def _cells(table: Contingency) -> Int64:
    return np.asarray(table.to_scipy().toarray(), dtype=np.int64)


def _metric() -> Entry:
    axioms = metric_axioms(subject(_VI))
    return stated(
        "VI satisfies the metric axioms",
        "yes",
        "; ".join(f"{one.name}: {one.answer} in {one.trials:,} cases" for one in axioms),
        holds=all(one.answer == "yes" for one in axioms),
        note="proven in the paper that it cites (Meilă 2007)",
    )


def _property(what: str, found: PropertyFinding, proof: str) -> Entry:
    return stated(
        what,
        "yes",
        f"{found.answer} in {round(found.rate * found.trials):,} of {found.trials:,}",
        holds=found.answer == "yes",
        note=proof,
    )


def _negated() -> Entry:
    found = n_invariance(subject("variation_of_information_by_objects"))
    return stated(
        "VI / log n is not n-invariant",
        "yes",
        "n-invariant" if found.answer == "yes" else f"not: {found.example}",
        holds=found.answer != "yes",
        note="the same shares with more objects have the same VI and a larger log n",
    )


def _comparable(levels: dict[int, float]) -> Entry:
    low, high = levels[_GROUPS[0]], levels[_GROUPS[-1]]
    return stated(
        "V can be compared across numbers of clusters",
        "yes",
        f"random labels have V = {low:.4f} with {_GROUPS[0]} clusters, {high:.3f} with"
        f" {_GROUPS[-1]}",
        holds=high - low < 0.01,
        note="only after subtracting the level of chance; by exact means",
    )


def _even(clusters: int) -> Contingency:
    """Equal classes and equal clusters; the level of chance does not depend on the cells."""
    at = np.arange(_OBJECTS)
    cells = np.zeros((_CLASSES, clusters), dtype=np.int64)
    np.add.at(cells, (at % _CLASSES, at * clusters // _OBJECTS), 1)
    return Contingency.from_matrix(cells)
