"""Names that people look for in partita and that it does not have: what to write instead."""

from __future__ import annotations

_FEATURES = ("silhouette", "davies_bouldin", "calinski_harabasz", "dunn", "inertia", "xie_beni")
_NEED_FEATURES = (
    "it needs the features of the objects, and partita compares labelings; with true labels write "
    "adjusted_rand, without them compute it with sklearn.metrics"
)
_IN_SKLEARN = "write `from partita.interop.sklearn import {0}`"
_INSTEAD = {
    "accuracy": "maximum_matching is the accuracy after matching clusters with classes",
    "confusion_matrix": _IN_SKLEARN.format("contingency_matrix"),
    "contingency_matrix": _IN_SKLEARN.format("contingency_matrix"),
    "f1": "pair_f_measure, b_cubed_f and f_measure are F1 for clusterings",
    "homogeneity_completeness_v_measure": _IN_SKLEARN.format("homogeneity_completeness_v_measure"),
    "pair_confusion_matrix": _IN_SKLEARN.format("pair_confusion_matrix"),
}


def instead_of(name: str) -> str:
    """Return what to write instead of a name; empty if that is unknown.

    >>> instead_of("accuracy_score")
    'maximum_matching is the accuracy after matching clusters with classes'
    """
    stem = name.casefold().replace(" ", "_").removesuffix("_score").removesuffix("_index")
    return _NEED_FEATURES if stem.startswith(_FEATURES) else _INSTEAD.get(stem, "")
