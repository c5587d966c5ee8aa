"""clusim: entropies in bits, 0 instead of 1 for a 0/0, and three formulas of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.arithmetic import ratio
from ...base.checks import one_of
from ...base.errors import UndefinedError
from ...measures import (
    adjusted_mutual_information,
    adjusted_rand,
    classification_error,
    element_centric_similarity,
    fowlkes_mallows,
    hubert_gamma,
    jaccard,
    mutual_information,
    normalized_mutual_information,
    pair_f_measure,
    purity,
    rand,
    variation_of_information,
)
from .convention import (
    ALL_SINGLE,
    NO_NUMBER,
    NO_PAIRS,
    ONE_GROUP,
    ONE_OBJECT,
    ONE_SIDE_WHOLE,
    Convention,
    Package,
    same,
)

if TYPE_CHECKING:
    from ...table.contingency import Contingency

_MEANS = {"sum": "arithmetic", "sqrt": "geometric", "min": "min", "max": "max"}
_EMPTY = {NO_PAIRS: 0.0}
_NO_PAIR = "1 here, 0 there, for identical labelings without pairs"


def _purity(table: Contingency) -> float:
    """The sum of the maxima over the groups of the side with fewer groups."""
    o = table.overlaps
    fewer = o.class_maxima if o.classes < o.clusters else o.cluster_maxima
    return ratio(fewer, o.objects)


def _error(table: Contingency) -> float:
    return 1 - _purity(table)


def _pearson(table: Contingency) -> float:
    """The covariance divided by the product of the variances, without its root."""
    p = table.pairs
    variances = p.truth_pairs * (p.pairs - p.truth_pairs)
    variances *= p.prediction_pairs * (p.pairs - p.prediction_pairs)
    return ratio(p.covariance, variances) if variances else 0.0


def _nmi(table: Contingency, norm_type: str = "sum") -> float:
    one_of("norm_type", norm_type, tuple(_MEANS))
    if norm_type in ("sqrt", "min") and ONE_SIDE_WHOLE.holds(table):
        raise UndefinedError(
            f"clusim returns NaN for nmi of one class or one cluster by {norm_type}"
        )
    return normalized_mutual_information.of(table, average=_MEANS[norm_type])


def _adjusted_rand(table: Contingency, random_model: str = "perm") -> float:
    """With a one-sided model clusim keeps its second clustering, the prediction."""
    from ...chance.adjustment import adjusted  # late: the lists need no NumPy

    one_of("random_model", random_model, ("perm", "perm1", "num", "all", "num1", "all1"))
    trivial = ONE_GROUP.holds(table) or ALL_SINGLE.holds(table)
    if trivial and not random_model.startswith("all"):
        return 0.0  # its fraction is 0/0
    if random_model.startswith("perm"):
        return adjusted_rand.of(table)
    if random_model.endswith("1"):
        return adjusted(rand, random_model).of(table.T)
    return adjusted(rand, random_model).of(table)


def _dice(name: str) -> Convention:
    return Convention(name, pair_f_measure, same(pair_f_measure), _EMPTY, differs=_NO_PAIR)


PACKAGE = Package(
    "clusim",
    "0.4",
    [
        Convention("rand_index", rand, same(rand), {ONE_OBJECT: NO_NUMBER}),
        Convention(
            "adjrand_index",
            adjusted_rand,
            _adjusted_rand,
            {ONE_OBJECT: NO_NUMBER},
            differs="1 here, 0 there, for identical labelings with one group or single objects",
        ),
        Convention("jaccard_index", jaccard, same(jaccard), _EMPTY, differs=_NO_PAIR),
        Convention(
            "fowlkes_mallows_index",
            fowlkes_mallows,
            same(fowlkes_mallows),
            _EMPTY,
            differs=_NO_PAIR,
        ),
        _dice("fmeasure"),
        _dice("dice_index"),
        _dice("czekanowski_index"),
        _dice("sorensen_index"),
        Convention(
            "pearson_correlation",
            hubert_gamma,
            _pearson,
            differs="a correlation here; clusim omits the root below the fraction",
        ),
        Convention(
            "purity_index",
            purity,
            _purity,
            differs="maxima over the clusters here, over the side with fewer groups there",
        ),
        Convention(
            "classification_error",
            classification_error,
            _error,
            differs="outside the best one-to-one matching here, one minus its purity there",
        ),
        Convention(
            "mi",
            mutual_information,
            same(mutual_information, base=2),
            differs="bits there, nats by default here",
            ours="mutual_information(base=2)",
        ),
        Convention(
            "nmi",
            normalized_mutual_information,
            _nmi,
            {ONE_GROUP: NO_NUMBER},
            differs="1 here, NaN there, for one class and one cluster; `norm_type` is `average`",
        ),
        Convention(
            "adj_mi",
            adjusted_mutual_information,
            same(adjusted_mutual_information),
            dict.fromkeys((ONE_GROUP, ALL_SINGLE), NO_NUMBER),
            differs="a value here, an error there, for a 0/0",
        ),
        Convention(
            "vi",
            variation_of_information,
            same(variation_of_information, base=2),
            differs="bits there, nats by default here",
            ours="variation_of_information(base=2)",
        ),
        Convention(
            "element_sim",
            element_centric_similarity,
            same(element_centric_similarity),
            differs="no `alpha` here, which changes nothing for partitions",
        ),
    ],
)
