"""Similarity indices from other sciences, applied to pairs of objects.

Botanists, zoologists and psychologists defined them for the presence of a trait; here the trait of
a pair is to be together. P = N11 + N10, Q = N11 + N01, M all pairs. Albatineh, Niewiadomska-Bugaj
and Mihalko (2006) compare them: corrected for chance, most become the adjusted Rand index or one of
a few others. The indices here compare agreement with disagreement; `pair_association` has those
that relate the two traits.
"""

from ..base.arithmetic import ratio, root_ratio
from ..statistics.pairs import PairCounts
from .measure import register


@register(
    symbol="BLANC",
    formula="N11 / (P + Q) + N00 / (2M - P - Q)",
    symmetric=True,
    perfect=1.0,
    margin_affine=True,
    references=("recasens2011", "luo2014"),
)
def blanc(p: PairCounts) -> float:
    """Mean of two F-measures: of the pairs together (links) and of the pairs apart (non-links).

    Beware: not corrected for chance. If one side has no link, or no non-link, that F-measure is 0,
    as in the scorer of the coreference community (Luo et al. 2014); the first paper omits it from
    the mean if it is the truth that has none.

    >>> blanc([0, 0, 1, 1], [0, 0, 1, 2])
    0.7777777777777778
    """
    links, others = p.truth_pairs + p.prediction_pairs, 2 * p.pairs
    others -= links
    return ratio(p.together * others + p.apart * links, links * others)


@register(
    symbol="Kul",
    formula="(N11/P + N11/Q) / 2",
    symmetric=True,
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    references=("kulczynski1927", "albatineh2006"),
    aliases=("kulczynski_index",),
)
def kulczynski(p: PairCounts) -> float:
    """Arithmetic mean of pair precision and pair recall.

    Beware: at least 1/2 whenever one partition refines the other, even for one cluster; but 0 if a
    side has no pairs.
    """
    product = p.truth_pairs * p.prediction_pairs
    return ratio(p.together * (p.truth_pairs + p.prediction_pairs), 2 * product)


@register(
    symbol="McCo",
    formula="(N11² - N10 N01) / (PQ) = N11/P + N11/Q - 1",
    symmetric=True,
    bounds=(-1.0, 1.0),
    perfect=1.0,
    undefined=-1.0,  # Kulczyński's 0
    margin_affine=True,
    references=("albatineh2006",),
    aliases=("mcconnaughey_index",),
)
def mcconnaughey(p: PairCounts) -> float:
    """Kulczyński's index rescaled to [-1, 1]: pair precision plus pair recall minus 1.

    Beware: 0 is not the level of chance, and if one partition refines the other the score is at
    least 0; but it is -1 if a side has no pairs.
    """
    product = p.truth_pairs * p.prediction_pairs
    return ratio(p.together * (p.truth_pairs + p.prediction_pairs) - product, product)


@register(
    symbol="RT",
    formula="(N11 + N00) / (N11 + N00 + 2 (N10 + N01))",
    symmetric=True,
    perfect=1.0,
    references=("rogers1960", "albatineh2006"),
    aliases=("rogers_tanimoto_index",),
)
def rogers_tanimoto(p: PairCounts) -> float:
    """Rand index with pairs in disagreement counted twice.

    Beware: it ranks clusterings as the Rand index does, and like it rises with the number of
    clusters.
    """
    return ratio(p.together + p.apart, p.pairs + p.disagreements)


@register(
    symbol="GL",
    formula="(N11 + N00) / (N11 + N00 + (N10 + N01)/2)",
    symmetric=True,
    perfect=1.0,
    references=("gower1986", "sokal1963", "albatineh2006"),
    aliases=("gower_legendre_index",),
)
def gower_legendre(p: PairCounts) -> float:
    """Rand index with pairs in disagreement counted half.

    Beware: it ranks clusterings as the Rand index does. clusterCrit and permetrics call it the
    second index of Sokal and Sneath, which is a different one here.
    """
    agreed = 2 * (p.together + p.apart)
    return ratio(agreed, agreed + p.disagreements)


@register(
    symbol="RR",
    formula="N11 / M",
    symmetric=True,
    undefined=0.0,
    margin_affine=True,
    references=("russell1940", "albatineh2006"),
    aliases=("russel_rao", "russell_rao_index"),
)
def russell_rao(p: PairCounts) -> float:
    """Share of all pairs that are together in both partitions.

    Beware: no fixed best value: identical partitions score P/M, the share of pairs inside classes.
    A single object has no pair and scores 0.
    """
    return ratio(p.together, p.pairs)


@register(
    symbol="SS1",
    formula="(N11/P + N11/Q + N00/(M - P) + N00/(M - Q)) / 4",
    symmetric=True,
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    references=("sokal1963", "albatineh2006"),
)
def sokal_sneath_1(p: PairCounts) -> float:
    """Mean of four shares: precision and recall of the pairs together, and of the pairs apart.

    Beware: 0 if one of the four shares has no pairs. The numbering of Sokal and Sneath's indices
    varies. Ours follows Albatineh et al. and partitionComparison; clusterCrit and permetrics call
    `sokal_sneath_2` the first and `gower_legendre` the second.
    """
    product = p.truth_pairs * p.prediction_pairs
    split = (p.pairs - p.truth_pairs) * (p.pairs - p.prediction_pairs)
    links = p.truth_pairs + p.prediction_pairs
    parts = p.together * links * split + p.apart * (2 * p.pairs - links) * product
    return ratio(parts, 4 * product * split)


@register(
    symbol="SS2",
    formula="N11 / (N11 + 2 (N10 + N01))",
    symmetric=True,
    perfect=1.0,
    references=("sokal1963", "albatineh2006"),
)
def sokal_sneath_2(p: PairCounts) -> float:
    """Jaccard index with pairs in disagreement counted twice.

    Beware: it ranks clusterings as the Jaccard index does. clusterCrit and permetrics call it the
    first index of Sokal and Sneath.
    """
    return ratio(p.together, p.together + 2 * p.disagreements)


@register(
    symbol="SS3",
    formula="N11 N00 / √(PQ (M - P)(M - Q))",
    symmetric=True,
    perfect=1.0,
    undefined=0.0,
    references=("sokal1963", "albatineh2006"),
)
def sokal_sneath_3(p: PairCounts) -> float:
    """Fowlkes-Mallows index of the pairs together, times the same for the pairs apart.

    Each factor is a geometric mean of precision and recall.

    Beware: 0 as soon as no pair is together in both partitions, or no pair is apart in both.
    """
    product = p.truth_pairs * p.prediction_pairs
    product *= (p.pairs - p.truth_pairs) * (p.pairs - p.prediction_pairs)
    return root_ratio((p.together * p.apart) ** 2, product)
