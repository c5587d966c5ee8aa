"""Sections 2 and 3: the printed definitions, applied to examples small enough to list."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from partita import Contingency, measure
from partita.soft import (
    Fuzzy,
    Law,
    Possibilistic,
    equal_shares,
    evidential,
    expectation,
    extremes,
    law,
    worlds,
)

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .clusterings import FEWER_STARTS, closest, textbook, truth
from .printed import FLOWERS, TABLE, exists

_DRAWS = 10
_EPSILON = 0.001  # ε of equation 11
_HARD = 0.9  # a mean degree above it is near 1


def definitions(run: Run) -> Finding:
    """Slips of the text, each with an example that shows it, and our reading."""
    return Finding(
        "The definitions, tried on small examples",
        "Sections 2.1 to 3.3 (equations 1, 2, 7, 8 and 11, Proposition 3) and Table 1",
        "Some printed definitions do not hold as they are. Each line compares a printed statement "
        "with an example.\n\n"
        "We read them as follows. The Rand index is over pairs of different objects. In equation 2 "
        "the sum is over unordered pairs. For fuzzy clusterings probabilities are added (equation "
        "7 with the ordinary sum), and for possibilistic ones the largest counts. The minimum uses "
        "one common level for all objects, and equation 5 a level for each object. Equation 11 is "
        "Pr(d̂ˡ - dˡ > ε) = (1 - F(dˡ + ε))^s. Proposition 3 has frequencies over all pairs of "
        "clusterings. The condition for possibilities in Section 2.1, a maximum of at most 1, is "
        "empty; we require a maximum of 1.",
        (
            _all_pairs(),
            _twice(),
            _conorm(),
            _consonant(),
            *from_samples(_rough_slips(run), FEWER_STARTS),
            _multiples("KM, D-PD", TABLE["D-PD"]["KM"].values[0]),
            _multiples("RKM, D-PD lower", TABLE["D-PD"]["RKM"].values[0]),
            *_nearly_hard(run),
        ),
    )


def _all_pairs() -> Entry:
    table = Contingency.from_matrix([[1, 1, 1, 1]])  # one class, four clusters of one object
    value, rand = 1 - measure("normalized_mirkin").of(table), measure("rand").of(table)
    return stated(
        "equation 1 is Rand's index: one class against four clusters of one",
        f"{rand:g}",
        f"{value:g}",
        holds=value == rand,
        refuted=True,
        note="pairs of an object with itself always agree: equation 1 is ((n - 1) Rand + 1)/n",
    )


def _twice() -> Entry:
    n = 5
    value = 2 / (n * (n - 1)) * sum(1 for x in range(n) for y in range(n) if x != y)
    return stated(
        "equation 2: a hard clustering against itself",
        "1",
        f"{value:g}",
        holds=value == 1,
        refuted=True,
        note="the sum over x ≠ y counts every pair twice, the factor once",
    )


def _conorm() -> Entry:
    """Equation 7 with the product and its dual, the probabilistic sum."""
    doubt, hard = Fuzzy([[0.6, 0.4]] * 3), [0, 0, 1]
    missing: dict[float, float] = defaultdict(lambda: 1.0)
    for labels, weight in worlds(doubt):
        missing[measure("rand")(hard, labels)] *= 1 - weight
    total = sum(1 - rest for rest in missing.values())
    added = float(law("rand", hard, doubt).mass.sum())
    return stated(
        "equation 7 for fuzzy clusterings: the sum of the masses of all values",
        f"{added:g}",
        f"{total:.3f}",
        holds=abs(total - added) < 1e-9,
        refuted=True,
        note="with the dual of the product the masses do not sum to 1 and have no mean; with the "
        "ordinary sum they do",
    )


def _consonant() -> Entry:
    """Two objects with possibilities 1 and ½: the minimum, and the product of nested masses."""
    both = Possibilistic([[1, 0.5], [1, 0.5]])
    least, masses = (expectation("rand", [0, 1], one).high for one in (both, evidential(both)))
    return stated(
        "Section 3.2: d_E is a generalization of d_P (upper mean of Rand, two objects)",
        f"{least:g}",
        f"{masses:g}",
        holds=least == masses,
        refuted=True,
        note="a product of nested masses (equation 5) is not nested and does not give the minimum",
    )


def _rough_slips(run: Run) -> list[Entry]:
    """Proposition 3 and equation 11 for rough k-means of Iris."""
    rough = closest(run)["RKM"]
    listed = law("rand", truth(), equal_shares(rough))
    many = int(np.prod(rough.sets.sum(axis=1), dtype=float))
    least = 1 - extremes("rand", truth(), rough).high.inner
    beyond = float(listed.mass[1 - listed.support > least + _EPSILON].sum())
    missed = beyond**_DRAWS
    return [
        stated(
            "Proposition 3: the frequencies p_R of rough k-means sum to",
            "1",
            f"{many / len(listed.support):.3f}",
            holds=many == len(listed.support),
            refuted=True,
            note=f"{many} clusterings divided by {len(listed.support)} values",
        ),
        _upper(listed),
        stated(
            f"equation 11: probability that {_DRAWS} draws miss the lower distance by {_EPSILON:g}",
            "at most 0",
            f"{missed:.3g}",
            holds=missed <= 0,
            refuted=True,
            note="F(ε - dˡ) is 0 for every ε below dˡ, so the printed bound would be 0",
        ),
    ]


def _upper(listed: Law) -> Entry:
    """The half of equation 11 that holds, for the distances 1 - Rand."""
    distances = 1 - listed.support
    edge = distances.max() - _EPSILON
    missed = float(listed.mass[distances < edge].sum()) ** _DRAWS
    bound = float(listed.mass[distances <= edge].sum()) ** _DRAWS
    return stated(
        f"equation 11: probability that {_DRAWS} draws miss the upper distance by {_EPSILON:g}",
        f"at most F(dᵘ - ε)^{_DRAWS}",
        f"{missed:.3g}, at most {bound:.3g}",
        holds=missed <= bound,
        note="all draws must fall below; F as a distribution function that reaches 1",
    )


def _multiples(what: str, value: float) -> Entry:
    """Whether a partition distance with three digits exists for 150 objects."""
    sizes = (FLOWERS, FLOWERS - 1)
    near = ", ".join(f"{c}/{w} = {c / w:.4f}" for w in sizes for c in
                     (int(value * w), int(value * w) + 1))  # fmt: skip
    return stated(
        f"{what}: a number of objects over 150 or 149",
        f"{value:.3f}",
        "there is one" if exists(value) else "there is none",
        holds=exists(value),
        refuted=True,
        note=f"nearest: {near}; no hard clustering has this distance",
    )


def _nearly_hard(run: Run) -> list[Entry]:
    found = textbook(run)
    means = {
        "m = 5 makes fuzzy c-means": (
            found["FCM"].memberships,
            "a larger m makes memberships more equal; near 1 they are hard",
        ),
        "δ = 10, β = 5 and α = 5 make evidential c-means": (
            found["ECM"].masses,
            "a larger β makes masses more equal, as m does",
        ),
    }
    tops = {what: float(of.max(axis=1).mean()) for what, (of, _) in means.items()}
    return [
        stated(
            f"Section 4: {what} nearly hard (mean of the largest degree)",
            "near 1",
            f"{tops[what]:.3f}",
            holds=tops[what] > _HARD,
            refuted=True,
            note=note,
        )
        for what, (_, note) in means.items()
    ]
