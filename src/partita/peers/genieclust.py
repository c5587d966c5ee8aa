"""genieclust: NaN where a limit is 0/0."""

from __future__ import annotations

from ..measures import (
    adjusted_mutual_information,
    adjusted_rand,
    fowlkes_mallows,
    mutual_information,
    normalized_fowlkes_mallows,
    normalized_mutual_information,
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
            differs="1, not NaN, for a single object",
        ),
        Convention(
            "adjusted_rand_score",
            adjusted_rand,
            same(adjusted_rand),
            _TRIVIAL,
            differs="1, not NaN, for identical labelings with one group or single objects",
        ),
        Convention(
            "fm_score",
            fowlkes_mallows,
            same(fowlkes_mallows),
            {_ONE_SIDE_SINGLE: NO_NUMBER},
            differs="a number, not NaN, where a side has no pairs",
        ),
        Convention(
            "adjusted_fm_score",
            normalized_fowlkes_mallows,
            same(normalized_fowlkes_mallows),
            {_ONE_SIDE_SINGLE: NO_NUMBER, ONE_GROUP: NO_NUMBER},
            differs="a number, not NaN, where a side has no pairs, or both have one group",
        ),
        Convention("mi_score", mutual_information, same(mutual_information)),
        Convention(
            "normalized_mi_score",
            normalized_mutual_information,
            same(normalized_mutual_information),
            {ONE_GROUP: NO_NUMBER},
            differs="1, not NaN, for one class and one cluster",
        ),
        Convention(
            "adjusted_mi_score",
            adjusted_mutual_information,
            same(adjusted_mutual_information),
            _TRIVIAL,  # single objects: 1 or NaN, as rounding has it
            differs="1, not NaN, for identical labelings with one group or single objects",
        ),
    ],
)
