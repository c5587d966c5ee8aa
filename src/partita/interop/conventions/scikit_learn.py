"""scikit-learn: our values, except for identical labelings without pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.checks import one_of
from ...measures import (
    adjusted_mutual_information,
    adjusted_rand,
    completeness,
    fowlkes_mallows,
    homogeneity,
    mutual_information,
    normalized_mutual_information,
    rand,
    v_measure,
)
from .convention import NO_PAIRS, Convention, Package, same

if TYPE_CHECKING:
    from ...table.contingency import Contingency

_AVERAGES = ("arithmetic", "geometric", "min", "max")


def v(table: Contingency, beta: float = 1.0) -> float:
    """V with the options of scikit-learn."""
    return v_measure.of(table, beta=beta)


def nmi(table: Contingency, average_method: str = "arithmetic") -> float:
    """NMI with the options of scikit-learn."""
    one_of("average_method", average_method, _AVERAGES)
    return normalized_mutual_information.of(table, average=average_method)


def ami(table: Contingency, average_method: str = "arithmetic") -> float:
    """AMI with the options of scikit-learn."""
    one_of("average_method", average_method, _AVERAGES)
    return adjusted_mutual_information.of(table, average=average_method)


RENAMED = "`average_method` is `average`"

PACKAGE = Package(
    "scikit-learn",
    "1.9.1",
    [
        Convention("rand_score", rand, same(rand)),
        Convention("adjusted_rand_score", adjusted_rand, same(adjusted_rand)),
        Convention(
            "fowlkes_mallows_score",
            fowlkes_mallows,
            same(fowlkes_mallows),
            limits={NO_PAIRS: 0.0},
            differs="1 here, 0 there, for identical labelings without pairs",
        ),
        Convention(
            "mutual_info_score",
            mutual_information,
            same(mutual_information),
            differs="`.of(table)` takes the table; fractions are kept",
        ),
        Convention(
            "normalized_mutual_info_score", normalized_mutual_information, nmi, differs=RENAMED
        ),
        Convention("adjusted_mutual_info_score", adjusted_mutual_information, ami, differs=RENAMED),
        Convention("homogeneity_score", homogeneity, same(homogeneity)),
        Convention("completeness_score", completeness, same(completeness)),
        Convention("v_measure_score", v_measure, v),
    ],
)
