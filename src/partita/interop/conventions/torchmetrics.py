"""torchmetrics: other limits, and V = 1 for independent labelings; without its overflow."""

from __future__ import annotations

from ...measures import (
    adjusted_mutual_information,
    adjusted_rand,
    completeness,
    fowlkes_mallows,
    homogeneity,
    maximum_matching,
    mutual_information,
    normalized_mutual_information,
    rand,
    v_measure,
)
from .convention import (
    ALL_SINGLE,
    NO_NUMBER,
    NO_PAIRS,
    ONE_GROUP,
    Convention,
    Package,
    Situation,
    same,
)
from .scikit_learn import RENAMED, ami, nmi, v

_INDEPENDENT = Situation(
    "independent labelings", lambda t: 1 not in t.shape and t.information.mutual == 0
)


PACKAGE = Package(
    "torchmetrics",
    "1.9.0",
    [
        Convention("rand_score", rand, same(rand)),
        Convention(
            "adjusted_rand_score",
            adjusted_rand,
            same(adjusted_rand),
            differs="exact for any number of objects",
        ),
        Convention(
            "fowlkes_mallows_index",
            fowlkes_mallows,
            same(fowlkes_mallows),
            {NO_PAIRS: 0.0},
            differs="1 here, 0 there, for identical labelings without pairs",
        ),
        Convention("mutual_info_score", mutual_information, same(mutual_information)),
        Convention(
            "normalized_mutual_info_score",
            normalized_mutual_information,
            nmi,
            {ONE_GROUP: 0.0},
            differs=f"1 here, 0 there, for one class and one cluster; {RENAMED}",
        ),
        Convention(
            "adjusted_mutual_info_score",
            adjusted_mutual_information,
            ami,
            {ONE_GROUP: 0.0, ALL_SINGLE: NO_NUMBER},  # 0 or 1 there, as rounding has it
            differs=f"1 here, 0 there, for one class and one cluster; {RENAMED}",
        ),
        Convention("homogeneity_score", homogeneity, same(homogeneity)),
        Convention("completeness_score", completeness, same(completeness)),
        Convention(
            "v_measure_score",
            v_measure,
            v,
            {_INDEPENDENT: 1.0},
            differs="0 here, 1 there, for independent labelings",
        ),
        Convention(
            "cluster_accuracy",
            maximum_matching,
            same(maximum_matching),
            differs="no `num_classes` needed; numbers of groups may differ",
        ),
    ],
)
