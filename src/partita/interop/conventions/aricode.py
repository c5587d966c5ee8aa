"""aricode (R): information is divided by the larger entropy by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.checks import one_of
from ...measures import (
    adjusted_mutual_information,
    adjusted_rand,
    normalized_mutual_information,
    rand,
)
from .convention import ALL_SINGLE, NO_NUMBER, ONE_GROUP, Convention, Package, same

if TYPE_CHECKING:
    from ...table.contingency import Contingency

_MEANS = {"max": "max", "min": "min", "sqrt": "geometric", "sum": "arithmetic", "joint": "joint"}


def _nmi(table: Contingency, variant: str = "max") -> float:
    one_of("variant", variant, tuple(_MEANS))
    return normalized_mutual_information.of(table, average=_MEANS[variant])


PACKAGE = Package(
    "aricode",
    "1.1.0",
    [
        Convention("RI", rand, same(rand)),
        Convention(
            "ARI",
            adjusted_rand,
            same(adjusted_rand),
            {ALL_SINGLE: NO_NUMBER},
            differs="1 here, NaN there, for single objects on both sides",
        ),
        Convention(
            "NMI",
            normalized_mutual_information,
            _nmi,
            {ONE_GROUP: NO_NUMBER},
            differs="the larger entropy by default there, the mean here; `variant` is `average`",
            ours='normalized_mutual_information(average="max")',
        ),
        Convention(
            "AMI",
            adjusted_mutual_information,
            same(adjusted_mutual_information, average="max"),
            differs="the larger entropy there, the mean by default here",
            ours='adjusted_mutual_information(average="max")',
        ),
    ],
    checked=False,
)
