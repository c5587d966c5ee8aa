"""Measures that compare two soft clusterings directly, by pairs, matchings or tables.

Each returns one number, and most equal a hard measure on hard labels. `RELATIONAL` lists them with
their properties.
"""

from __future__ import annotations

from .anderson import (
    anderson_adjusted_rand,
    anderson_jaccard,
    anderson_rand,
    contingency_form,
    soft_contingency,
)
from .campello import (
    campello_adjusted_rand,
    campello_jaccard,
    campello_rand,
    rough_adjusted_rand,
    rough_jaccard,
    rough_rand,
)
from .concordance import adjusted_concordance_index, normalized_degree_of_concordance
from .credal import credal_rand
from .inner_products import (
    brouwer_adjusted_rand,
    brouwer_jaccard,
    brouwer_rand,
    frigui_fowlkes_mallows,
    frigui_hubert,
    frigui_jaccard,
    frigui_rand,
    fuzzy_adjusted_rand,
)
from .orthopartition import (
    logical_entropy,
    soft_logical_mutual_information,
    soft_mutual_information,
)
from .registry import RELATIONAL, Relational
from .transport import matched_distance, zhou_mallows

__all__ = [
    "RELATIONAL",
    "Relational",
    "adjusted_concordance_index",
    "anderson_adjusted_rand",
    "anderson_jaccard",
    "anderson_rand",
    "brouwer_adjusted_rand",
    "brouwer_jaccard",
    "brouwer_rand",
    "campello_adjusted_rand",
    "campello_jaccard",
    "campello_rand",
    "contingency_form",
    "credal_rand",
    "frigui_fowlkes_mallows",
    "frigui_hubert",
    "frigui_jaccard",
    "frigui_rand",
    "fuzzy_adjusted_rand",
    "logical_entropy",
    "matched_distance",
    "normalized_degree_of_concordance",
    "rough_adjusted_rand",
    "rough_jaccard",
    "rough_rand",
    "soft_contingency",
    "soft_logical_mutual_information",
    "soft_mutual_information",
    "zhou_mallows",
]
