"""partita: how well does a clustering agree with the truth, or with another clustering?

Every measure is a small formula over a statistic of one contingency table:

>>> import partita
>>> truth, prediction = ["a", "a", "b", "b", "b"], [0, 0, 1, 1, 2]
>>> partita.adjusted_rand(truth, prediction)
0.5454545454545454
>>> table = partita.Contingency.from_labels(truth, prediction)
>>> partita.v_measure.of(table, beta=0.5)
0.8409339908839942
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base.errors import InputError as InputError
from .base.errors import UndefinedError as UndefinedError
from .base.errors import WeightsWarning as WeightsWarning
from .base.late import late as _late
from .measures import *
from .measures.measure import MEASURES as MEASURES
from .measures.measure import Measure as Measure
from .measures.measure import measure as measure
from .measures.measure import register as register
from .statistics.main import Coding as Coding
from .statistics.main import ExpectedInformation as ExpectedInformation
from .statistics.main import Information as Information
from .statistics.main import Matching as Matching
from .statistics.main import Overlaps as Overlaps
from .statistics.main import PairCounts as PairCounts
from .statistics.moments import Association as Association
from .statistics.moments import Evenness as Evenness
from .statistics.moments import InformationMoments as InformationMoments
from .statistics.moments import PairMoments as PairMoments
from .statistics.moments import ReducedInformation as ReducedInformation
from .statistics.moments import Redundancy as Redundancy

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import covers as covers
    from . import hierarchies as hierarchies
    from .chance.adjustment import adjusted as adjusted
    from .chance.adjustment import standardized as standardized
    from .comparison import Comparison as Comparison
    from .comparison.agreement import agreement as agreement
    from .comparison.compare import compare as compare
    from .comparison.datasets.datasets import rank_datasets as rank_datasets
    from .comparison.sweep import sweep as sweep
    from .covers import Cover as Cover
    from .hierarchies import Hierarchy as Hierarchy
    from .inference import confidence_interval as confidence_interval
    from .inference import difference as difference
    from .inference.null_tests.significance import significance as significance
    from .interop.conventions import compat as compat
    from .labels.matched_ids import Alignment as Alignment
    from .labels.matched_ids import match_ids as match_ids
    from .soft import Evidential as Evidential
    from .soft import Fuzzy as Fuzzy
    from .soft import Possibilistic as Possibilistic
    from .soft import Rough as Rough
    from .soft import SoftTable as SoftTable
    from .soft import expectation as expectation
    from .soft import extremes as extremes
    from .soft import law as law
    from .sources import Stream as Stream
    from .sources import soft_table as soft_table
    from .sources import sql as sql
    from .sources import tabulate as tabulate
    from .statistics.further import ClassMatching as ClassMatching
    from .statistics.further import Counterparts as Counterparts
    from .statistics.further import ElementOverlaps as ElementOverlaps
    from .statistics.further import GiniGains as GiniGains
    from .statistics.further import JaccardCounterparts as JaccardCounterparts
    from .statistics.further import MergeCosts as MergeCosts
    from .statistics.further import OtherShares as OtherShares
    from .statistics.further import Pieces as Pieces
    from .statistics.further import ProductCounterparts as ProductCounterparts
    from .statistics.further import SetMatching as SetMatching
    from .statistics.further import ShareMatching as ShareMatching
    from .statistics.further import SquareShares as SquareShares
    from .table.contingency import Contingency as Contingency
    from .table.contingency import WeightedContingency as WeightedContingency
else:
    _LATE = {  # these need NumPy or are rarely asked for: imported on first use
        **dict.fromkeys(("Contingency", "WeightedContingency"), "table.contingency"),
        **dict.fromkeys(("Evidential", "Fuzzy", "Possibilistic", "Rough"), "soft"),
        **dict.fromkeys(("SoftTable", "expectation", "extremes", "law"), "soft"),
        "Cover": "covers",
        "Hierarchy": "hierarchies",
        **dict.fromkeys(("confidence_interval", "difference", "significance"), "inference"),
        **dict.fromkeys(("Comparison", "agreement", "compare"), "comparison"),
        **dict.fromkeys(("rank_datasets", "sweep"), "comparison"),
        **dict.fromkeys(("adjusted", "standardized"), "chance.adjustment"),
        **dict.fromkeys(("Alignment", "match_ids"), "labels.matched_ids"),
        **dict.fromkeys(("ClassMatching", "Counterparts", "ElementOverlaps"), "statistics.further"),
        **dict.fromkeys(("GiniGains", "JaccardCounterparts", "MergeCosts"), "statistics.further"),
        **dict.fromkeys(("OtherShares", "Pieces", "ProductCounterparts"), "statistics.further"),
        **dict.fromkeys(("SetMatching", "ShareMatching", "SquareShares"), "statistics.further"),
        "compat": "interop.conventions",
        **dict.fromkeys(("Stream", "soft_table", "sql", "tabulate"), "sources"),
    }

    _MODULES = ("covers", "hierarchies")  # messages name them, so they are there

    __getattr__ = _late(__name__, _LATE, _MODULES)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LATE, *_MODULES})

    from types import ModuleType as _Module

    _OWN = {"TYPE_CHECKING", "annotations"}  # of this file, not of the package
    __all__ = [
        name
        for name in __dir__()
        if not name.startswith("_")
        and name not in (*_OWN, *_MODULES)
        and type(globals().get(name)) is not _Module  # no submodules
    ]
