"""genieclust: NaN for limits of 0/0."""

from __future__ import annotations

from ...measures import (
    adjusted_mutual_information,
    adjusted_rand,
    fowlkes_mallows,
    mutual_information,
    normalized_clustering_accuracy,
    normalized_fowlkes_mallows,
    normalized_mutual_information,
    normalized_pivoted_accuracy,
    pair_sets_index,
    rand,
)
from .convention import (
    ALL_SINGLE,
    NO_NUMBER,
    ONE_GROUP,
    ONE_OBJECT,
    Convention,
    Package,
    Situation,
    same,
)

_ONE_SIDE_SINGLE = Situation(
    "single objects on one side",
    lambda t: t.pairs.truth_pairs * t.pairs.prediction_pairs == 0,
)
_NOT_SQUARE = Situation("different numbers of groups", lambda t: t.shape[0] != t.shape[1])
_SQUARE_ONLY = dict.fromkeys((ONE_GROUP, _NOT_SQUARE), NO_NUMBER)
_TRIVIAL = dict.fromkeys((ONE_GROUP, ALL_SINGLE), NO_NUMBER)  # one object is one group

PACKAGE = Package(
    "genieclust",
    "1.3.0",
    [
        Convention(
            "rand_score",
            rand,
            same(rand),
            {ONE_OBJECT: NO_NUMBER},
            differs="1 here, NaN there, for a single object",
        ),
        Convention(
            "adjusted_rand_score",
            adjusted_rand,
            same(adjusted_rand),
            _TRIVIAL,
            differs="1 here, NaN there, for identical labelings with one group or single objects",
        ),
        Convention(
            "fm_score",
            fowlkes_mallows,
            same(fowlkes_mallows),
            {_ONE_SIDE_SINGLE: NO_NUMBER},
            differs="a number here, NaN there, where a side has no pairs",
        ),
        Convention(
            "adjusted_fm_score",
            normalized_fowlkes_mallows,
            same(normalized_fowlkes_mallows),
            {_ONE_SIDE_SINGLE: NO_NUMBER, ONE_GROUP: NO_NUMBER},
            differs="a number here, NaN there, where a side has no pairs, or both have one group",
        ),
        Convention("mi_score", mutual_information, same(mutual_information)),
        Convention(
            "normalized_mi_score",
            normalized_mutual_information,
            same(normalized_mutual_information),
            {ONE_GROUP: NO_NUMBER},
            differs="1 here, NaN there, for one class and one cluster",
        ),
        Convention(
            "adjusted_mi_score",
            adjusted_mutual_information,
            same(adjusted_mutual_information),
            _TRIVIAL,  # single objects: 1 or NaN, as rounding has it
            differs="1 here, NaN there, for identical labelings with one group or single objects",
        ),
        Convention(
            "normalized_clustering_accuracy",
            normalized_clustering_accuracy,
            same(normalized_clustering_accuracy),
            _SQUARE_ONLY,
            differs="a value also where the numbers of classes and clusters differ",
        ),
        Convention(
            "normalized_pivoted_accuracy",
            normalized_pivoted_accuracy,
            same(normalized_pivoted_accuracy),
            _SQUARE_ONLY,
            differs="a value also where the numbers of classes and clusters differ",
        ),
        Convention(
            "pair_sets_index",
            pair_sets_index,
            same(pair_sets_index),
            {ONE_GROUP: NO_NUMBER},
            differs="1 here, NaN there, for one class and one cluster",
        ),
    ],
)
