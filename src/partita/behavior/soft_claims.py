"""What soft clusterings make of a measure: the claims of Campagner, Ciucci and Denœux (2022).

The claims are about distances d on hard clusterings that are metrics. They are tried by brute
force: all rough clusterings of four objects in two clusters, and random evidential clusterings,
each a distribution over them. A similarity is read as its best value minus the value.

The paper's appendix, which defines its axioms, is not part of the published text. A meta-metric is
read here as usual: symmetric, with the triangle inequality, and 0 only for equal arguments, though
equal arguments may have a distance above 0. A consistency is read as the paper uses it: it is 1
exactly where the two sides allow a common hard clustering.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from .finding import Answer, Example, PropertyFinding
from .metric import distances

if TYPE_CHECKING:
    from ..base.arrays import Floats, Int64, Mask
    from .subject import Subject

_OBJECTS, _CLUSTERS = 4, 2
_DRAWN = 120  # random evidential clusterings, and as many fuzzy ones: 1,728,000 triples of each
_SOURCE = "campagner2022"
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class _Rough:
    """All rough clusterings of a few objects, and the hard clusterings that each allows."""

    names: list[str]
    allows: Mask  # a row for each rough clustering, a column for each hard one
    sure: Floats  # for each hard labeling of the objects, the hard clustering that it is

    @property
    def hard(self) -> Mask:
        """Which of them allow a single hard clustering."""
        found: Mask = self.allows.sum(axis=1) == 1
        return found


@lru_cache(maxsize=1)
def _all_rough() -> tuple[_Rough, Int64]:
    """Return the rough clusterings, and the hard ones with a row of labels for each."""
    worlds = np.array(list(product(range(_CLUSTERS), repeat=_OBJECTS)))
    # Clusterings that differ only in the names of the clusters are one: object 1 is in cluster 0.
    hard, kind = np.unique(worlds ^ worlds[:, :1], axis=0, return_inverse=True)
    sets = np.array([[True, False], [False, True], [True, True]])
    choices = list(product(range(len(sets)), repeat=_OBJECTS))
    allows = np.zeros((len(choices), len(hard)), dtype=bool)
    for row, choice in enumerate(choices):
        fits = sets[list(choice)][np.arange(_OBJECTS), worlds].all(axis=1)
        allows[row, kind[fits]] = True
    names = [" ".join(("1", "2", "12")[some] for some in choice) for choice in choices]
    return _Rough(names, allows, np.eye(len(hard))[kind]), hard


def soft_claims(subject: Subject, *, seed: int = 0) -> tuple[PropertyFinding, ...]:
    """Try Theorems 1 and 4, Proposition 1 and Corollary 1 for a measure.

    An evidential clustering is surely at distance 0 exactly where each of its sets is. So the rough
    clusterings decide Theorem 1.

    >>> from partita.behavior.subject import subject
    >>> {found.answer for found in soft_claims(subject("rand"))}
    {'yes'}
    """
    rough, hard = _all_rough()
    d = distances(subject, hard)
    blocks = rough.allows[:, None, :, None] & rough.allows[None, :, None, :]
    lower = np.where(blocks, d, np.inf).min(axis=(2, 3))
    upper = np.where(blocks, d, -np.inf).max(axis=(2, 3))
    draw = np.random.default_rng([seed, 6])
    shared = np.asarray((rough.allows[:, None] & rough.allows[None, :]).any(axis=2))
    same_hard = np.asarray(shared & rough.hard[:, None] & rough.hard[None, :])
    evidential = draw.dirichlet(np.full(len(upper), 0.1), _DRAWN)
    fuzzy = draw.dirichlet(np.full(_CLUSTERS, 0.3), (_DRAWN, _OBJECTS))
    worlds = np.array(list(product(range(_CLUSTERS), repeat=_OBJECTS)))
    certain = fuzzy[:, np.arange(_OBJECTS), worlds].prod(axis=2) @ rough.sure
    return (
        _zeros("Proposition 1, lower", lower, shared, rough),
        _zeros("Theorem 1", upper, same_hard, rough),
        _zeros("Corollary 1", np.diagonal(upper)[:, None], np.reshape(rough.hard, (-1, 1)), rough),
        _detours("Proposition 1, upper", upper, np.eye(len(upper))),
        _detours("Theorem 4, evidential", upper, evidential),
        _symmetric("Theorem 4, lower", evidential @ lower @ evidential.T),
        _one_hard(lower, upper, rough),
        _detours("Theorem 4, fuzzy", d, certain),
    )


_STATEMENTS = {
    "Proposition 1, lower": "The smallest distance of two rough clusterings is 0 exactly where they"
    " allow a common hard clustering.",
    "Theorem 1": "The distance of two clusterings is surely 0 exactly where both allow only one"
    " hard clustering, the same.",
    "Corollary 1": "The largest distance of a rough clustering from itself is 0 exactly where it is"
    " hard: only there is it a metric.",
    "Proposition 1, upper": "The largest distance of rough clusterings is symmetric, and no detour"
    " is shorter (a meta-metric).",
    "Theorem 4, evidential": "The upper expected distance of evidential clusterings is symmetric,"
    " and no detour is shorter (a meta-metric).",
    "Theorem 4, lower": "The lower expected distance of evidential clusterings is symmetric.",
    "Theorem 4, one hard": "Between an evidential clustering and a hard one, the lower expected"
    " distance is 0 exactly where all sets allow the hard one, and the upper one exactly where they"
    " allow no other.",
    "Theorem 4, fuzzy": "The expected distance of fuzzy clusterings is symmetric, and no detour is"
    " shorter (a meta-metric).",
}


def _zeros(name: str, d: Floats, due: Mask, rough: _Rough) -> PropertyFinding:
    """Whether a distance is 0 exactly where it should be."""
    held: Mask = np.equal(np.abs(d) <= _SAME, due)
    example = None
    if not held.all():
        a, b = (int(at) for at in np.argwhere(~held)[0])
        pair = f"{rough.names[a]} and {rough.names[b]}" if d.shape[1] > 1 else rough.names[a]
        wrong = "should" if due[a, b] else "should not"
        says = f"the distance is {d[a, b]:.4g} for {pair} (the sets of clusters of the objects)"
        example = Example((), (float(d[a, b]),), f"{says}, and {wrong} be 0")
    return _finding(name, held, np.isfinite(d), example, decided=True)


def _detours(name: str, d: Floats, weights: Floats) -> PropertyFinding:
    """Symmetry and triangle inequality of the mean distance of distributions over clusterings."""
    mean = weights @ d @ weights.T
    slack = _SAME * (1 + np.abs(mean))
    held, example = _alike(mean)
    shortest = np.full_like(mean, np.inf)
    for middle in range(len(mean)):
        np.minimum(shortest, mean[:, middle, None] + mean[None, middle, :], out=shortest)
    direct = mean <= shortest + slack
    if example is None and not direct.all():
        a, b = (int(at) for at in np.argwhere(~direct)[0])
        values = float(mean[a, b]), float(shortest[a, b])
        example = Example((), values, f"{values[0]:.4g}, but {values[1]:.4g} by a detour")
    return _finding(name, held & direct, np.isfinite(mean), example)


def _symmetric(name: str, mean: Floats) -> PropertyFinding:
    held, example = _alike(mean)
    return _finding(name, held, np.isfinite(mean), example)


def _alike(mean: Floats) -> tuple[Mask, Example | None]:
    """Where a distance is the same both ways, and an example of where it is not."""
    held: Mask = np.abs(mean - mean.T) <= _SAME * (1 + np.abs(mean))
    if held.all():
        return held, None
    a, b = (int(at) for at in np.argwhere(~held)[0])
    values = float(mean[a, b]), float(mean[b, a])
    return held, Example((), values, f"{values[0]:.4g} one way, {values[1]:.4g} the other")


def _one_hard(lower: Floats, upper: Floats, rough: _Rough) -> PropertyFinding:
    """Evidential clusterings of one or two sets, each of half the mass, against hard ones.

    An expected distance is 0 exactly where that of every set is, whatever the masses.
    """
    one, other = np.triu_indices(len(lower))
    hard = np.flatnonzero(rough.hard)
    common = np.asarray((rough.allows[:, None] & rough.allows[None, hard]).any(axis=2))
    due = common, common & rough.hard[:, None]
    found = np.array([(d[one] + d[other])[:, hard] / 2 for d in (lower, upper)])
    zero: Mask = np.abs(found) <= _SAME
    wanted = np.array([asked[one] & asked[other] for asked in due])
    held: Mask = np.equal(zero, wanted)
    example = None
    if not held.all():
        side, pair, place = (int(at) for at in np.argwhere(~held)[0])
        sets = f"{rough.names[one[pair]]} and {rough.names[other[pair]]}"
        value = float(found[side, pair, place])
        says = f"the {('lower', 'upper')[side]} expected distance of {sets} from"
        wrong = "should not" if zero[side, pair, place] else "should"
        says = f"{says} {rough.names[hard[place]]} is {value:.4g}, and {wrong} be 0"
        example = Example((), (value,), says)
    return _finding("Theorem 4, one hard", held, np.isfinite(found), example, decided=True)


def _finding(
    name: str, held: Mask, known: Mask, example: Example | None, *, decided: bool = False
) -> PropertyFinding:
    trials = int(known.sum())
    if not known.all():
        return PropertyFinding(name, _STATEMENTS[name], _SOURCE, "no value", 0.0, 0)
    answer: Answer = "yes" if held.all() else "no"
    rate = float(held.sum()) / trials
    return PropertyFinding(name, _STATEMENTS[name], _SOURCE, answer, rate, trials, decided, example)
