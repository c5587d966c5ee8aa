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

from .errors import InputError as InputError
from .errors import UndefinedError as UndefinedError
from .errors import WeightsWarning as WeightsWarning
from .late import late as _late
from .measure import MEASURES as MEASURES
from .measure import Measure as Measure
from .measure import measure as measure
from .measure import register as register
from .measures import *
from .moments import Association as Association
from .moments import Evenness as Evenness
from .moments import InformationMoments as InformationMoments
from .moments import PairMoments as PairMoments
from .moments import ReducedInformation as ReducedInformation
from .moments import Redundancy as Redundancy
from .statistics import Coding as Coding
from .statistics import ExpectedInformation as ExpectedInformation
from .statistics import Information as Information
from .statistics import Matching as Matching
from .statistics import Overlaps as Overlaps
from .statistics import PairCounts as PairCounts

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import covers as covers
    from . import hierarchies as hierarchies
    from .adjust import adjusted as adjusted
    from .adjust import standardized as standardized
    from .comparison import Comparison as Comparison
    from .comparison.agreement import agreement as agreement
    from .comparison.compare import compare as compare
    from .comparison.datasets import rank_datasets as rank_datasets
    from .comparison.sweep import sweep as sweep
    from .contingency import Contingency as Contingency
    from .contingency import WeightedContingency as WeightedContingency
    from .covers import Cover as Cover
    from .engines import Stream as Stream
    from .engines import soft_table as soft_table
    from .engines import sql as sql
    from .engines import tabulate as tabulate
    from .further_statistics import ClassMatching as ClassMatching
    from .further_statistics import Counterparts as Counterparts
    from .further_statistics import ElementOverlaps as ElementOverlaps
    from .further_statistics import GiniGains as GiniGains
    from .further_statistics import JaccardCounterparts as JaccardCounterparts
    from .further_statistics import MergeCosts as MergeCosts
    from .further_statistics import OtherShares as OtherShares
    from .further_statistics import Pieces as Pieces
    from .further_statistics import ProductCounterparts as ProductCounterparts
    from .further_statistics import SetMatching as SetMatching
    from .further_statistics import ShareMatching as ShareMatching
    from .further_statistics import SquareShares as SquareShares
    from .hierarchies import Hierarchy as Hierarchy
    from .inference import confidence_interval as confidence_interval
    from .inference import difference as difference
    from .inference.significance import significance as significance
    from .labels.joined_ids import Alignment as Alignment
    from .labels.joined_ids import align as align
    from .peers import compat as compat
    from .soft import Evidential as Evidential
    from .soft import Fuzzy as Fuzzy
    from .soft import Possibilistic as Possibilistic
    from .soft import Rough as Rough
    from .soft import SoftTable as SoftTable
    from .soft import expectation as expectation
    from .soft import extremes as extremes
    from .soft import law as law
else:
    _LATE = {  # these need NumPy or are rarely asked for: imported on first use
        **dict.fromkeys(("Contingency", "WeightedContingency"), "contingency"),
        **dict.fromkeys(("Evidential", "Fuzzy", "Possibilistic", "Rough"), "soft"),
        **dict.fromkeys(("SoftTable", "expectation", "extremes", "law"), "soft"),
        "Cover": "covers",
        "Hierarchy": "hierarchies",
        **dict.fromkeys(("confidence_interval", "difference", "significance"), "inference"),
        **dict.fromkeys(("Comparison", "agreement", "compare"), "comparison"),
        **dict.fromkeys(("rank_datasets", "sweep"), "comparison"),
        **dict.fromkeys(("adjusted", "standardized"), "adjust"),
        **dict.fromkeys(("Alignment", "align"), "labels.joined_ids"),
        **dict.fromkeys(("ClassMatching", "Counterparts", "ElementOverlaps"), "further_statistics"),
        **dict.fromkeys(("GiniGains", "JaccardCounterparts", "MergeCosts"), "further_statistics"),
        **dict.fromkeys(("OtherShares", "Pieces", "ProductCounterparts"), "further_statistics"),
        **dict.fromkeys(("SetMatching", "ShareMatching", "SquareShares"), "further_statistics"),
        "compat": "peers",
        **dict.fromkeys(("Stream", "soft_table", "sql", "tabulate"), "engines"),
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
