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

import typing as _typing

from . import measures as measures
from . import statistics as statistics
from .base.errors import InputError as InputError
from .base.errors import UndefinedError as UndefinedError
from .base.errors import WeightsWarning as WeightsWarning
from .base.late import late as _late
from .measures import *
from .measures.measure import MEASURES as MEASURES
from .measures.measure import Measure as Measure
from .measures.measure import measure as measure
from .measures.measure import register as register

__version__ = "0.1.0"

if _typing.TYPE_CHECKING:
    from . import chance as chance
    from . import covers as covers
    from . import hierarchies as hierarchies
    from . import inference as inference
    from . import soft as soft
    from .base.progress import progress as progress
    from .behavior.generator import parametric_clustering as parametric_clustering
    from .behavior.properties import properties as properties
    from .behavior.properties import property_matrix as property_matrix
    from .chance.adjustment import adjusted as adjusted
    from .chance.adjustment import standardized as standardized
    from .chance.scaling import scaled as scaled
    from .comparison import Comparison as Comparison
    from .comparison.agreement import agreement as agreement
    from .comparison.compare import compare as compare
    from .comparison.consistency_of_measures import consistency as consistency
    from .comparison.datasets.datasets import rank_datasets as rank_datasets
    from .comparison.datasets.pooled import pool_datasets as pool_datasets
    from .comparison.runs.runs import compare_runs as compare_runs
    from .comparison.size_effects import uniform_effect as uniform_effect
    from .comparison.sweep import sweep as sweep
    from .covers import Cover as Cover
    from .hierarchies import Hierarchy as Hierarchy
    from .inference import confidence_interval as confidence_interval
    from .inference import difference as difference
    from .inference import monitor as monitor
    from .inference import plan as plan
    from .inference import posterior as posterior
    from .inference import score_at as score_at
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
    from .table.contingency import Contingency as Contingency
    from .table.weighted import WeightedContingency as WeightedContingency
else:
    _HOMES = {  # imported on first use, because they need NumPy or are rarely used
        "base.progress": ("progress",),
        "behavior.generator": ("parametric_clustering",),
        "behavior.properties": ("properties", "property_matrix"),
        "chance.adjustment": ("adjusted", "standardized"),
        "chance.scaling": ("scaled",),
        "comparison": (
            *("Comparison", "agreement", "compare", "consistency", "rank_datasets", "sweep"),
            *("compare_runs", "pool_datasets", "uniform_effect"),
        ),
        "covers": ("Cover",),
        "hierarchies": ("Hierarchy",),
        "inference": (
            *("confidence_interval", "difference", "monitor", "plan", "posterior", "score_at"),
            "significance",
        ),
        "interop.conventions": ("compat",),
        "labels.matched_ids": ("Alignment", "match_ids"),
        "soft": (
            *("Evidential", "Fuzzy", "Possibilistic", "Rough", "SoftTable"),
            *("expectation", "extremes", "law"),
        ),
        "sources": ("Stream", "soft_table", "sql", "tabulate"),
        "table.contingency": ("Contingency",),
        "table.weighted": ("WeightedContingency",),
    }
    _LATE = {name: home for home, names in _HOMES.items() for name in names}
    _EARLY = ("InputError", "UndefinedError", "WeightsWarning", "MEASURES", "Measure", "measure")
    _MODULES = ("chance", "covers", "hierarchies", "inference", "measures", "soft", "statistics")

    def _hint(name: str) -> str:
        """Say what to write instead of a name that the package does not have."""
        from importlib import import_module

        from .base.wording import did_you_mean
        from .measures.other_names import instead_of

        for space in _MODULES:
            if name in import_module(f".{space}", __name__).__all__:
                return f": write partita.{space}.{name}"
        try:
            return f": the measure is called partita.{measure(name).name}"
        except InputError:
            remedy = instead_of(name) or did_you_mean(name, __all__, alike=0.75).rstrip()
            return remedy and f": {remedy}"

    __getattr__ = _late(__name__, _LATE, _MODULES, _hint)

    # Names for completion; those of all measures are in `partita.measures`.
    _MAIN = (name for name, one in MEASURES.items() if one.headline)
    _SHOWN = sorted({*_LATE, *_EARLY, "register", *_MAIN, *_MODULES})
    _NAMES = sorted({*_SHOWN, *measures.__all__})
    __all__ = [name for name in _NAMES if name not in _MODULES]

    def __dir__() -> list[str]:
        return _SHOWN
