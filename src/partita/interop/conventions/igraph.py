"""igraph: the methods of `compare_communities`, in nats."""

from __future__ import annotations

from ...measures import (
    adjusted_rand,
    normalized_mutual_information,
    rand,
    split_join,
    variation_of_information,
)
from .convention import ALL_SINGLE, NO_NUMBER, ONE_GROUP, ONE_OBJECT, Convention, Package, same

PACKAGE = Package(
    "igraph",
    "1.0.0",
    [
        Convention("vi", variation_of_information, same(variation_of_information)),
        Convention("nmi", normalized_mutual_information, same(normalized_mutual_information)),
        Convention("split_join", split_join, same(split_join)),
        Convention(
            "rand",
            rand,
            same(rand),
            {ONE_OBJECT: NO_NUMBER},
            differs="1 here, an error there, for a single object",
        ),
        Convention(
            "adjusted_rand",
            adjusted_rand,
            same(adjusted_rand),
            dict.fromkeys((ONE_OBJECT, ONE_GROUP, ALL_SINGLE), NO_NUMBER),
            differs="1 here, NaN there, for identical labelings with one group or single objects",
        ),
    ],
)
