"""Names that people look for in partita and that it does not have: what to write instead."""

from __future__ import annotations

from .spelling import folded

_FEATURES = ("silhouette", "davies_bouldin", "calinski_harabasz", "dunn", "inertia", "xie_beni")
_NEED_FEATURES = (
    "it needs the features of the objects, and partita compares labelings; with true labels write "
    "adjusted_rand, without them compute it with sklearn.metrics"
)
_IN_SKLEARN = "write `from partita.interop.sklearn import {0}`"
_F1 = "pair_f_measure, b_cubed_f and f_measure are F1 for clusterings"
_SOFT = (
    "it is the distribution of {0} over the hard clusterings that soft ones allow; write "
    'partita.expectation("{0}", truth, soft), or law, or extremes'
)
_DISTANCE = (
    "it is the distribution of a distance over the hard clusterings that soft ones allow; choose "
    'the distance, for example partita.law("partition_distance", truth, soft)'
)
_SIZES = (
    "it says how much the sizes of groups vary, and is no measure of agreement; write "
    "partita.uniform_effect"
)
_ONE_SIDE = (
    "it is the entropy of one side, and no measure of agreement; write "
    "partita.Contingency.from_labels(truth, prediction).information.{0}"
)
_RELATIONAL = "for soft clusterings write partita.soft.relational.{0}"
_INSTEAD = {
    "1_rand": "write 1 - partita.rand(truth, prediction)",
    "accuracy": "maximum_matching is the accuracy after matching clusters with classes",
    "anderson": _RELATIONAL.format("anderson_rand"),
    "brouwer": _RELATIONAL.format("brouwer_rand"),
    "campello": _RELATIONAL.format("campello_rand"),
    "coefficient_of_variation": _SIZES,
    "confusion_matrix": _IN_SKLEARN.format("contingency_matrix"),
    "contingency_matrix": _IN_SKLEARN.format("contingency_matrix"),
    "credal_rand": _RELATIONAL.format("credal_rand"),
    "cv": _SIZES,
    "cv0": _SIZES,
    "cv1": _SIZES,
    "d": "the criterion of van Dongen is van_dongen, or split_join as a number of objects",
    "d_e": _DISTANCE,
    "d_f": _DISTANCE,
    "d_p": _DISTANCE,
    "d_pd": _SOFT.format("partition_distance"),
    "d_r": _DISTANCE,
    "d_ri": _SOFT.format("rand"),
    "dcv": _SIZES,
    "denoeux": _RELATIONAL.format("credal_rand"),
    "denœux": _RELATIONAL.format("credal_rand"),
    "distributional_measure": _DISTANCE,
    "distributional_measures": _DISTANCE,
    "edit_distance": (
        "transfer_distance counts the objects to move, partition_distance is its share, and "
        "basic_merge_distance counts splits and merges"
    ),
    "evidential_rand": _SOFT.format("rand"),
    "f": _F1,
    "f1": _F1,
    "frigui": _RELATIONAL.format("frigui_rand"),
    "fuzzy_rand": (
        'write partita.expectation("rand", truth, fuzzy); other extensions, such as campello_rand '
        "and fuzzy_adjusted_rand, are in partita.soft.relational"
    ),
    "homogeneity_completeness_v_measure": _IN_SKLEARN.format("homogeneity_completeness_v_measure"),
    "h(c)": _ONE_SIDE.format("truth_entropy"),
    "h(k)": _ONE_SIDE.format("prediction_entropy"),
    "h(p)": _ONE_SIDE.format("prediction_entropy"),
    "hüllermeier": _RELATIONAL.format("normalized_degree_of_concordance"),
    "l": "the F-measure of Larsen and Aone is macro_f_measure",
    "mallows_distance": _RELATIONAL.format("zhou_mallows"),
    "ms'": "it is the square of minkowski_score; normalized_minkowski is its normalized form",
    "normalized_degree_of_concordance": _RELATIONAL.format("normalized_degree_of_concordance"),
    "pair_confusion_matrix": _IN_SKLEARN.format("pair_confusion_matrix"),
    "precision": (
        "choose what is counted: objects of the majority class of a cluster (purity), pairs "
        "(pair_precision), or the cluster of each object (b_cubed_precision)"
    ),
    "rand_e": _RELATIONAL.format("credal_rand"),
    "recall": (
        "choose what is counted: objects in the main cluster of a class (inverse_purity), pairs "
        "(pair_recall), or the class of each object (b_cubed_recall)"
    ),
    "s_n": (
        "it is any measure S on a common scale; write partita.scaled(S) for (S - min)/(max - min), "
        "or partita.adjusted(S) for (S - E)/(max - E)"
    ),
    "s_pd": _SOFT.format("partition_distance"),
    "s_ri": _SOFT.format("rand"),
    "soft_mutual_information": _RELATIONAL.format("soft_mutual_information"),
    "zhou": _RELATIONAL.format("zhou_mallows"),
}


def instead_of(name: str) -> str:
    """Return what to write instead of a name; empty if that is unknown.

    >>> instead_of("accuracy_score")
    'maximum_matching is the accuracy after matching clusters with classes'
    """
    stem = folded(name).removesuffix("_score").removesuffix("_index")
    return _NEED_FEATURES if stem.startswith(_FEATURES) else _INSTEAD.get(stem, "")
