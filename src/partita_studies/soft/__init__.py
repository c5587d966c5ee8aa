"""Soft clusterings as distributions over hard ones: the paper's table, and other data."""

from __future__ import annotations

from ..frame import Part, Study
from .beyond import beyond
from .convergence import convergence
from .definitions import definitions
from .exact import table as exact_table
from .laws import laws
from .mixtures import mixtures
from .parameters import parameters
from .sampled import table as sampled_table
from .theorems import theorems

STUDY = Study(
    "soft",
    "Soft clusterings as distributions over hard ones",
    "campagner2022",
    "A soft clustering leaves open to which clusters objects belong. Read as a distribution over "
    "hard clusterings, it gives every measure a distribution of values. The paper defines this for "
    "rough, fuzzy, possibilistic and evidential clusterings, shows that listing the clusterings "
    "takes exponential time, proposes sampling, and tries both on Iris. We compute the numbers "
    "without listing, so that we can also judge sampling. Of its Table 1 we reproduce the rough "
    "column and nearly the fuzzy column, but not k-means, possibilistic and evidential c-means. "
    "For some printed numbers we show that no clustering can have them. The theorems of the paper "
    "hold, as far as our text has their axioms.",
    (
        Part("definitions", "the definitions", definitions),
        Part("theorems", "the theorems", theorems),
        Part("laws", "distributions of the Rand index", laws),
        Part("convergence", "convergence of sampling", convergence),
        Part("exact", "Table 1, rows D", exact_table),
        Part("parameters", "Table 1, the stated parameters", parameters),
        Part("sampled", "Table 1, rows S", sampled_table),
        Part("beyond", "wine and digits", beyond),
        Part("mixtures", "a soft truth: RNA mixtures", mixtures),
    ),
)
