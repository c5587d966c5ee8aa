"""The selection of a measure for k-means, step by step, each step by computation (Section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from partita import measure

from .consistency import mean_correlation
from .correlation import correlations
from .criterion import sees_the_cut
from .dendrogram import groups, linked
from .equivalence import equivalent
from .identities import SIXTEEN
from .mathematical import properties, trials
from .scoring import NAMES, symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..run import Run

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
ALIKE = 0.93  # mean rank correlation from which measures count as one group


@dataclass(frozen=True, slots=True)
class Step:
    """One step: why measures go, and which are left."""

    reason: str
    gone: tuple[str, ...]
    left: tuple[str, ...]

    def row(self) -> tuple[str, str, int, str]:
        """The step as a line of a table."""
        return (
            self.reason,
            ", ".join(map(symbol, self.gone)) or "none",
            len(self.left),
            ", ".join(map(symbol, self.left)),
        )


def as_the_paper(run: Run) -> list[Step]:
    """The steps of Section 6, from the sixteen measures of Table 1."""
    steps = [_firsts(SIXTEEN, across=True, skip=("hubert_gamma_prime",))]
    steps.append(_kept("prefers the worse clustering of Table 3", steps[-1].left, sees_the_cut))
    forms = tuple(dict.fromkeys(FORMS[name] for name in steps[-1].left))
    merged = _firsts(forms, across=True)
    steps.append(Step("normalized; equal to another by Proposition 1", merged.gone, merged.left))
    steps.append(_sound(merged.left, run))
    steps.append(_one_each(steps[-1].left, run))
    return steps


def of_all(run: Run) -> list[Step]:
    """The same rules for every measure of partita."""
    steps = [_firsts(_ordered(NAMES), across=True)]
    steps.append(_kept("prefers the worse clustering of Table 3", steps[-1].left, sees_the_cut))
    steps.append(_sound(steps[-1].left, run))
    steps.append(_one_each(steps[-1].left, run))
    return steps


def _ordered(names: Sequence[str]) -> tuple[str, ...]:
    """Higher is better first: of equivalent measures the first stays."""
    return tuple(sorted(names, key=lambda name: measure(name).better != "higher"))


def _firsts(names: Sequence[str], *, across: bool, skip: Sequence[str] = ()) -> Step:
    """Of measures that order all clusterings alike the first stays.

    Those in `skip` stay too: the paper sees their equivalence only after normalization.
    """
    found = equivalent(names, across=across)
    gone = [name for group in found for name in group[1:] if name not in skip]
    left = tuple(name for name in names if name not in gone)
    return Step("orders clusterings as another does", tuple(gone), left)


def _kept(reason: str, names: Sequence[str], test: Callable[[str], bool]) -> Step:
    left = tuple(name for name in names if test(name))
    return Step(reason, tuple(name for name in names if name not in left), left)


def _sound(names: Sequence[str], run: Run) -> Step:
    """Symmetric, and n-invariant, left- and right-domain complete at least as n grows."""

    def sound(name: str) -> bool:
        found = properties(name, trials(run))
        return bool(
            found.symmetric.holds
            and (found.invariant.holds or found.fading)
            and (found.left.holds or found.left_fading)
            and found.right.holds
        )

    return _kept("lacks a property, even with many objects", names, sound)


def same_ending(names: Sequence[str], run: Run) -> tuple[float, float]:
    """Between which values `ALIKE` could lie without a change of the groups."""
    heights = linked(mean_correlation(tuple(names), run))[0][:, 2]
    joins = [1.0, *(1.0 - heights).tolist(), -1.0]
    return max(one for one in joins if one < ALIKE), min(one for one in joins if one >= ALIKE)


def _one_each(names: Sequence[str], run: Run) -> Step:
    """Of measures that rank real clusterings alike, the one that follows DCV best, or the first."""

    def merit(name: str) -> tuple[float, int]:
        return round(sum(correlations(name, run)), 9), -names.index(name)

    found = groups(names, mean_correlation(tuple(names), run), ALIKE)
    best = [max(group, key=merit) for group in found]
    left = tuple(name for name in names if name in best)
    gone = tuple(name for name in names if name not in best)
    return Step(f"ranks clusterings as another does (τ of {ALIKE:g} or more)", gone, left)
