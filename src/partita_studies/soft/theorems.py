"""Theorems 1 and 4, Propositions 1 and 2, Corollary 1, and the open problems of the paper."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from partita.base.arrays import Floats
from partita.behavior.soft_claims import soft_claims
from partita.behavior.subject import subject
from partita.report.formats.text import Table
from partita.soft import Fuzzy, Rough, expectation, extremes, law, worlds

from ..frame import Entry, Finding, stated
from ..run import Run

_DISTANCES = {"rand": "1 − Rand", "partition_distance": "partition distance"}
_SAME = 1e-9

_PROOFS = {
    "Theorem 1": "d is a metric, so each compatible pair must be one and the same clustering",
    "Proposition 1, lower": "a minimum is 0 where one pair has d = 0, and d is a metric",
    "Proposition 1, upper": "for any middle, d(x, z) ≤ d(x, y) + d(y, z) ≤ the two largest",
    "Corollary 1": "by Theorem 1, with both sides equal",
    "Theorem 4, evidential": "a mean of the upper distances of Proposition 1",
    "Theorem 4, lower": "a mean of symmetric distances",
    "Theorem 4, one hard": "a mean is 0 where each of its parts is, by Proposition 1",
    "Theorem 4, fuzzy": "a mean of metrics",
}
"""Why each claim holds for any metric d on hard clusterings."""

_READ = ("Proposition 1, upper", *(name for name in _PROOFS if name.startswith("Theorem 4")))
"""Claims about meta-metrics and consistencies, whose axioms our text lacks."""

_TEXT = (
    "The paper states which properties of a metric its distances keep, and proves them elsewhere."
    " We try each claim on every pair of rough clusterings of four objects in two clusters, and on"
    " random evidential and fuzzy clusterings; the notes have short proofs. Its axioms M1 to M3 are"
    " in an appendix that our text lacks, so we cannot check that d_E has (M3). We read a"
    " meta-metric as symmetric, with the triangle inequality, and 0 only between equals, where"
    " equals may be apart; and a consistency as 1 exactly where the two sides allow a common hard"
    " clustering.\n\n"
    "The paper leaves three problems open; the table says what we know. The third is the complexity"
    " of the lower and the upper mean (end of Section 3.2). For a general d it has a short answer."
    " Let every object be a true class of its own, and let d be 0 for equal clusterings and 1 for"
    " others, which is a normalized metric. Then 1 − E(d_F) of a fuzzy clustering of n objects in n"
    " clusters is the probability that no two objects meet, the permanent of its memberships"
    " ({example}). Permanents of matrices of zeros and ones are #P-hard (Valiant 1979), and equal"
    " shares of the ones of each row are such memberships. So for a general d even the fuzzy case,"
    " where lower and upper mean are the same, is #P-hard. For fixed numbers of classes and"
    " clusters all these means are polynomial in n: the measure depends on the table only, there"
    " are at most (n + 1)^(ck) tables of c classes and k clusters, and objects of one class with"
    " the same focal set can be exchanged, so that the counts of the at most 2^k sets in each class"
    " determine the ends."
)

_OPEN = {
    "Proposition 2 for other distances, and for evidential clusterings (Section 5)": (
        "means of fuzzy clusterings: exact for any measure of the table with a few classes and"
        " clusters; for Rand in time proportional to n. Lower and upper means of evidential"
        " clusterings: exact where the selections of sets can be listed"
    ),
    "sampling that does not underestimate the uncertainty (Section 5)": (
        "draw the sets only, and optimize the ends of each: no bias, and the error bound of"
        " Proposition 5 holds"
    ),
    "complexity of the lower and the upper mean (end of Section 3.2)": (
        "polynomial in n for fixed numbers of classes and clusters; NP-hard in general by Theorem"
        " 3, since a rough clustering is an evidential one; #P-hard for a general d, even between a"
        " fuzzy and a hard clustering. Not known to us: Rand and the partition distance with many"
        " clusters"
    ),
}


def theorems(run: Run) -> Finding:
    """Each claim with its evidence, and what is known of the open problems."""
    memberships = run.generator("soft", "permanent").dirichlet(np.ones(4), 4)
    met, product = apart(memberships), permanent(memberships)
    example = f"a random 4 × 4 example: {met:.6f} by listing, {product:.6f} as a permanent"
    return Finding(
        "The theorems, and what is known of the open problems",
        "Sections 3.1 and 3.2 (Theorems 1 and 4, Propositions 1 and 2, Corollary 1), Section 5",
        _TEXT.format(example=example),
        (*_claims(run), _detour(), _itself(), _pairs(run)),
        {"Open problems of the paper": Table(("problem", "what we know"), list(_OPEN.items()))},
    )


def _claims(run: Run) -> list[Entry]:
    """One entry for each claim, tried with both distances of the paper."""
    found = {key: soft_claims(subject(key), seed=run.seed) for key in _DISTANCES}
    entries = []
    for both in zip(*found.values(), strict=True):
        first = both[0]
        tried = "; ".join(
            f"{name}: {one.answer} in {round(one.rate * one.trials):,} of {one.trials:,}"
            for name, one in zip(_DISTANCES.values(), both, strict=True)
        )
        entries.append(
            stated(
                f"{first.name}: {first.statement[:-1]}",
                "yes",
                tried,
                holds=all(one.answer == "yes" for one in both),
                note=_PROOFS.get(first.name, ""),
                basis="reconstructed" if first.name in _READ else "paper",
            )
        )
    return entries


def _detour() -> Entry:
    """The lower distance by way of a clustering that allows everything."""
    one, other, open_ = [0, 0, 1, 1], [0, 1, 0, 1], Rough([{0, 1}] * 4)
    ways = [1 - extremes("rand", end, open_).high.inner for end in (one, other)]
    direct = 1 - expectation("rand", one, other).value
    return stated(
        "Theorem 4: the lower mean has (M1b) and (M2) only: no triangle inequality",
        "yes",
        f"{direct:.3f} between two clusterings, {sum(ways):g} by way of one that allows both",
        holds=direct > sum(ways) + _SAME,
        note="our text does not say what (M1b) and (M2) are; symmetry is left",
        basis="reconstructed",
    )


def _itself() -> Entry:
    """A fuzzy clustering compared with itself."""
    even = Fuzzy([[0.5, 0.5]] * 4)
    value = 1 - expectation("rand", even, even).value
    hard = 1 - expectation("rand", [0, 0, 1, 1], [0, 0, 1, 1]).value
    return stated(
        "equality does not suffice for distance 0, unless both are hard (Section 3.2)",
        "yes",
        f"{value:g} for equal shares of four objects, {hard:g} for a hard clustering",
        holds=value > _SAME and abs(hard) <= _SAME,
        note="two draws from the same clustering need not agree",
    )


def _pairs(run: Run) -> Entry:
    """The mean of Rand by sums over pairs, and by its whole distribution."""
    draw = run.generator("soft", "proposition 2")
    fuzzy = Fuzzy.normalized(draw.dirichlet(np.ones(3), 12))
    truth = draw.integers(0, 3, 12)
    gap = abs(expectation("rand", truth, fuzzy).value - law("rand", truth, fuzzy).mean)
    return stated(
        "Proposition 2: the mean of Rand for fuzzy clusterings takes time O(n²)",
        "yes",
        f"a sum over pairs; on 12 objects {gap:.1e} from the mean of the distribution",
        holds=gap <= _SAME,
        note="in time proportional to n, by sums over classes and clusters",
    )


def apart(memberships: Floats) -> float:
    """The probability that a fuzzy clustering puts no two objects together, by listing.

    >>> apart(np.array([[0.5, 0.5], [0.5, 0.5]]))
    0.5
    """
    size = len(memberships)
    listed = worlds(Fuzzy.normalized(memberships))
    return float(sum(weight for labels, weight in listed if len(np.unique(labels)) == size))


def permanent(matrix: Floats) -> float:
    """The sum over permutations of the products of a matrix.

    >>> permanent(np.array([[1, 2], [3, 4]]))
    10.0
    """
    rows = np.arange(len(matrix))
    return float(sum(matrix[rows, list(order)].prod() for order in permutations(rows)))
