"""Family statistics: the few numbers of a table that a family of measures needs.

Letters of the papers: n objects, class sizes a_i, cluster sizes b_j, cells n_ij. Counts are exact
integers; for tables of fractional weights the same fields hold exact fractions.
"""

from typing import TYPE_CHECKING

from .association import *
from .coding import *
from .entity_resolution import *
from .evenness import *
from .group_sizes import *
from .information import *
from .matching import *
from .overlaps import *
from .pairs import *
from .registry import STATISTICS as STATISTICS
from .registry import statistic as statistic

if not TYPE_CHECKING:
    __all__ = list(STATISTICS)
    __all__ += ["STATISTICS", "statistic"]

    def __dir__() -> list[str]:
        return __all__
