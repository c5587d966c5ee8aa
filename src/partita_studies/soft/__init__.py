"""Soft clusterings compared as distributions over hard ones: the paper's table, and beyond it."""

from __future__ import annotations

from ..frame import Part, Study
from .beyond import beyond
from .convergence import convergence
from .definitions import definitions
from .exact import table as exact_table
from .laws import laws
from .mixtures import mixtures
from .sampled import table as sampled_table

STUDY = Study(
    "soft",
    "Soft clusterings as distributions over hard ones",
    "campagner2022",
    "A soft clustering leaves open where objects belong; read as a distribution over hard "
    "clusterings it turns every measure into a distribution of values. The paper defines this for "
    "rough, fuzzy, possibilistic and evidential clusterings, shows that listing the clusterings "
    "takes exponential time, proposes sampling, and tries both on Iris. Here the numbers are "
    "computed without listing, so that sampling itself can be judged. Of its Table 1 the rough "
    "column is reproduced and the fuzzy one nearly; k-means, possibilistic and evidential c-means "
    "are not, and for some printed numbers it is shown that no clustering can have them.",
    (
        Part("definitions", "the definitions", definitions),
        Part("laws", "laws of the Rand index", laws),
        Part("convergence", "convergence of sampling", convergence),
        Part("exact", "Table 1, rows D", exact_table),
        Part("sampled", "Table 1, rows S", sampled_table),
        Part("beyond", "wine and digits", beyond),
        Part("mixtures", "a soft truth: RNA mixtures", mixtures),
    ),
)
