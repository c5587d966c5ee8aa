"""Pair-counting distances: N10 + N01, the pairs on which the partitions disagree, in some unit.

P = N11 + N10 are the pairs inside classes, Q = N11 + N01 those inside clusters, M all pairs.
"""

from math import inf

from ..base.arithmetic import ratio, root_ratio
from ..statistics.pairs import PairCounts
from .measure import register
from .pairs import disagreement_over_chance


@register(
    symbol="MS",
    formula="√((N10 + N01) / P)",
    better="lower",
    bounds=(0.0, inf),
    perfect=0.0,
    converges=True,
    references=("benhur2003", "wu2009"),
    aliases=("minkowski",),
)
def minkowski_score(p: PairCounts) -> float:
    """Square root of the number of pairs in disagreement per pair inside classes.

    Beware: no upper bound, and no value if every class is a single object.
    """
    return root_ratio(p.disagreements, p.truth_pairs)


@register(
    symbol="MS'_n",
    formula="(P + Q - 2 N11) / (P + Q - 2 PQ/M) = 1 - ARI",
    better="lower",
    symmetric=True,
    bounds=(0.0, 1.5),
    perfect=0.0,
    margin_affine=True,
    monotone=True,
    references=("wu2009",),
    aliases=("normalized_minkowski_score",),
)
def normalized_minkowski(p: PairCounts) -> float:
    """Squared Minkowski score divided by its expected value: one minus the adjusted Rand index.

    Beware: clusterings worse than chance score above 1.
    """
    return disagreement_over_chance(p)


@register(
    symbol="M",
    formula="Σ a_i² + Σ b_j² - 2 Σ n_ij² = 2 (N10 + N01)",
    better="lower",
    symmetric=True,
    degree=2,
    most=1.0,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="ordered pairs",
    margin_affine=True,
    effect_of_one=lambda n: 2.0 * (n - 1),
    references=("mirkin1996", "wu2009"),
    aliases=("mirkin_metric", "mirkin_measure", "equivalence_mismatch", "symdiff"),
)
def mirkin(p: PairCounts) -> float:
    """Number of ordered pairs of objects on which the partitions disagree.

    Beware: it grows with the square of n, so compare only clusterings of the same objects.
    """
    return float(2 * p.disagreements)


@register(
    symbol="M/n²",
    formula="(Σ a_i² + Σ b_j² - 2 Σ n_ij²) / n²",
    better="lower",
    symmetric=True,
    n_invariant=True,
    perfect=0.0,
    margin_affine=True,
    effect_of_one=lambda n: 2 * (n - 1) / (n * n),
    references=("mirkin1996", "meila2007"),
)
def normalized_mirkin(p: PairCounts) -> float:
    """Mirkin distance as a share of all n² ordered pairs, each object with itself included.

    Beware: like the Rand index it is close to its best value even for random clusterings, if there
    are many clusters.
    """
    return ratio(2 * p.disagreements, p.objects * p.objects)
