"""Indices of similarity from other sciences, on pairs of objects: each reads N11, N10, N01, N00.

Botanists, zoologists and psychologists made them for presence and absence of a trait; here the
trait of a pair is to be together. P = N11 + N10, Q = N11 + N01, M all pairs. Albatineh,
Niewiadomska-Bugaj and Mihalko (2006) put them side by side: most become the adjusted Rand index,
or one of very few others, once corrected for chance. Those here weigh agreement against
disagreement; those of `pair_association` ask how one trait goes with the other.
"""

from ..base.arithmetic import ratio, root_ratio
from ..statistics.pairs import PairCounts
from .measure import register

__all__ = [
    "gower_legendre",
    "kulczynski",
    "mcconnaughey",
    "rogers_tanimoto",
    "russell_rao",
    "sokal_sneath_1",
    "sokal_sneath_2",
    "sokal_sneath_3",
]


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
    """Mean of pair precision and pair recall.

    Beware: at least 1/2 whenever one partition refines the other, one cluster for all included;
    but 0 where a side has no pairs.
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
    """Kulczyński's index on the scale from -1 to 1: pair precision plus pair recall less 1.

    Beware: 0 is not chance, and refinements of the truth or of the prediction score at least 0;
    but -1 where a side has no pairs, as Kulczyński's 0.
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

    Beware: it orders clusterings as the Rand index does, and like it rises with their number of
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

    Beware: it orders clusterings as the Rand index does. clusterCrit and permetrics call it the
    second index of Sokal and Sneath, which is another one here.
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
    """Pairs together in both partitions, among all pairs.

    Beware: identical partitions score P/M, the share of pairs inside classes: no fixed best value.
    A single object, which has no pair, scores 0.
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

    Beware: 0 where one of the four shares has no pairs. Numbers of Sokal and Sneath's indices
    differ. Ours are those of Albatineh et al. and partitionComparison; clusterCrit and permetrics
    call `sokal_sneath_2` the first and `gower_legendre` the second.
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

    Beware: it orders clusterings as the Jaccard index does. clusterCrit and permetrics call it
    the first index of Sokal and Sneath.
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
    """Geometric mean of four shares: precision and recall of the pairs together, and apart.

    Beware: 0 as soon as no pair is together in both, or none apart in both, whatever the rest.
    """
    product = p.truth_pairs * p.prediction_pairs
    product *= (p.pairs - p.truth_pairs) * (p.pairs - p.prediction_pairs)
    return root_ratio((p.together * p.apart) ** 2, product)
