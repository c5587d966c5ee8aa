"""The selection of a measure for k-means: each step of Section 6, computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from partita import Contingency, measure
from partita.base.arrays import Int64
from partita.comparison.correlation.rank_correlation import average_tree, dense_ranks, groups_at

from ..run import Run
from .consistency import mean_correlation, without_ranks
from .correlation import correlations
from .identities import SIXTEEN
from .mathematical import in_table_12, trials
from .scoring import NAMES, column, symbol
from .tables import sees_the_cut

# The normalized form of each; Γ'_n is R_n.
FORMS = {
    "f_measure": "normalized_f_measure",
    "variation_of_information": "normalized_variation_of_information",
    "rand": "adjusted_rand",
    "jaccard": "normalized_jaccard",
    "fowlkes_mallows": "normalized_fowlkes_mallows",
    "hubert_gamma": "hubert_gamma",
    "hubert_gamma_prime": "adjusted_rand",
    "minkowski_score": "normalized_minkowski",
    "classification_error": "normalized_classification_error",
    "van_dongen": "normalized_van_dongen",
}
ALIKE = 0.93  # mean rank correlation from which measures form a group
_CLUSTERINGS = 40  # of each truth; every pair of them is ordered
_TRUTHS = ((30, 2, 6, 10, 2), (20, 20, 10), (11, 12, 13, 14), (40, 5, 5))


@dataclass(frozen=True, slots=True)
class Step:
    """One step: why measures are dropped, and which are left."""

    reason: str
    dropped: tuple[str, ...]
    left: tuple[str, ...]

    def row(self) -> tuple[str, str, int, str]:
        """The step as a row of a table."""
        return (
            self.reason,
            ", ".join(map(symbol, self.dropped)) or "none",
            len(self.left),
            ", ".join(map(symbol, self.left)),
        )


def as_the_paper(run: Run) -> list[Step]:
    """The steps of Section 6, from the sixteen measures of Table 1."""
    steps = [_firsts(SIXTEEN, across=True, skip=("hubert_gamma_prime",))]
    steps.append(_kept("prefers the worse clustering of Table 3", steps[-1].left, sees_the_cut))
    forms = tuple(dict.fromkeys(FORMS[name] for name in steps[-1].left))
    merged = _firsts(forms, across=True)
    steps.append(Step("normalized; equal to another by Proposition 1", merged.dropped, merged.left))
    steps.append(_sound(merged.left, run))
    steps.append(_one_each(steps[-1].left, run))
    return steps


def of_all(run: Run) -> list[Step]:
    """The same rules for every measure of partita."""
    steps = [_firsts(_ordered(NAMES), across=True)]
    steps.append(_kept("prefers the worse clustering of Table 3", steps[-1].left, sees_the_cut))
    steps.append(_sound(steps[-1].left, run))
    if (ranking := _ranking(steps[-1].left, run)).dropped:
        steps.append(ranking)
    steps.append(_one_each(steps[-1].left, run))
    return steps


def _ordered(names: Sequence[str]) -> tuple[str, ...]:
    """Similarities first, because the first of equivalent measures stays."""
    return tuple(sorted(names, key=lambda name: measure(name).better != "higher"))


def _firsts(names: Sequence[str], *, across: bool, skip: Sequence[str] = ()) -> Step:
    """Keep the first of measures that order all clusterings alike.

    Those in `skip` stay too: the paper finds their equivalence only after normalization.
    """
    found = equivalent(names, across=across)
    later = [name for group in found for name in group[1:] if name not in skip]
    return _kept("orders clusterings as another does", names, lambda name: name not in later)


def _kept(reason: str, names: Sequence[str], test: Callable[[str], bool]) -> Step:
    left = tuple(name for name in names if test(name))
    return Step(reason, tuple(name for name in names if name not in left), left)


def _sound(names: Sequence[str], run: Run) -> Step:
    """Keep symmetric measures that are n-invariant and domain complete, at least as n grows."""

    def sound(name: str) -> bool:
        found = in_table_12(name, trials(run))
        return bool(
            found.symmetric.holds
            and found.invariant.answer != "no"
            and found.left.answer != "no"
            and found.right.holds
        )

    return _kept("lacks a property, even with many objects", names, sound)


def _ranking(names: tuple[str, ...], run: Run) -> Step:
    """Keep measures that rank the real clusterings, as some of a user's data may not allow."""
    unable = without_ranks(names, run)
    reason = "is the same for all real data sets, or undefined for one"
    return _kept(reason, names, lambda name: name not in unable)


def same_ending(names: Sequence[str], run: Run) -> tuple[float, float]:
    """The range in which `ALIKE` could be without changing the groups."""
    heights = average_tree(1.0 - mean_correlation(tuple(names), run))[0][:, 2]
    joins = [1.0, *(1.0 - heights).tolist(), -1.0]
    return max(one for one in joins if one < ALIKE), min(one for one in joins if one >= ALIKE)


def _one_each(names: Sequence[str], run: Run) -> Step:
    """Of measures that rank real clusterings alike keep the one that follows DCV best."""

    def merit(name: str) -> tuple[float, int]:
        return round(sum(correlations(name, run)), 9), -names.index(name)

    found, order = average_tree(1.0 - mean_correlation(tuple(names), run))
    groups = groups_at(found, order, 1.0 - ALIKE)
    best = [max((names[place] for place in group), key=merit) for group in groups]
    reason = f"ranks clusterings as another does (τ of {ALIKE:g} or more)"
    return _kept(reason, names, lambda name: name in best)


@lru_cache(maxsize=1)
def within_data_sets() -> tuple[tuple[Contingency, ...], ...]:
    """Random clusterings of several truths of 50 objects, by truth."""
    draw = np.random.default_rng(7)
    return tuple(
        tuple(_clustering(np.array(sizes), draw) for _ in range(_CLUSTERINGS)) for sizes in _TRUTHS
    )


def _clustering(sizes: Int64, draw: np.random.Generator) -> Contingency:
    """Deal each class to two to six clusters, in even or uneven shares."""
    while True:
        clusters = int(draw.integers(2, 7))
        shares = draw.dirichlet(np.full(clusters, draw.choice([0.2, 1.0])), len(sizes))
        cells = np.array([draw.multinomial(n, p) for n, p in zip(sizes, shares, strict=True)])
        if (cells.sum(axis=0) > 0).sum() > 1:
            return Contingency.from_matrix(cells[:, cells.sum(axis=0) > 0])


def equivalent(names: Sequence[str], *, across: bool) -> list[list[str]]:
    """Groups of measures that order random clusterings alike, ties included.

    Within data sets only clusterings of the same truth are compared; across, all of them.

    >>> equivalent(["purity", "goodman_kruskal", "rand"], across=True)
    [['purity', 'goodman_kruskal'], ['rand']]
    """
    found: dict[bytes, list[str]] = {}
    for name in names:
        values = [column(name, tables) for tables in within_data_sets()]
        compared = [np.concatenate(values)] if across else values
        pattern = np.concatenate([dense_ranks(one) for one in compared])
        found.setdefault(pattern.tobytes(), []).append(name)
    return list(found.values())
