"""From scores to decisions: `compare`, `sweep`, `agreement`, and what their results mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.late import late
from .agreement import Agreement, agreement
from .compare import compare
from .comparison import Comparison
from .counting.columns import Columns
from .counting.score import Score
from .sweep import sweep
from .sweep_record import Sweep

if TYPE_CHECKING:
    from .consistency_of_measures import consistency
    from .correlation.consistency_record import Consistency
    from .datasets.correlated_t import CorrelatedT, correlated_t
    from .datasets.datasets import RankSummary, rank_datasets
    from .datasets.pooled import pool_datasets
    from .datasets.pooled_differences import PooledDifferences
    from .ranking.ranking import Ranking
    from .references.reference_scores import ReferenceScores
    from .references.references import join_references
    from .robustness.robustness import Robustness
    from .runs.run_summary import RunSummary
    from .runs.runs import compare_runs
    from .size_effects import uniform_effect
    from .sizes.uniform_effect_record import UniformEffect
    from .summary import Summary

__all__ = [
    "Agreement",
    "Columns",
    "Comparison",
    "Consistency",
    "CorrelatedT",
    "PooledDifferences",
    "RankSummary",
    "Ranking",
    "ReferenceScores",
    "Robustness",
    "RunSummary",
    "Score",
    "Summary",
    "Sweep",
    "UniformEffect",
    "agreement",
    "compare",
    "compare_runs",
    "consistency",
    "correlated_t",
    "join_references",
    "pool_datasets",
    "rank_datasets",
    "sweep",
    "uniform_effect",
]

_LATE = {
    "Consistency": "correlation.consistency_record",
    "Ranking": "ranking.ranking",
    "ReferenceScores": "references.reference_scores",
    "join_references": "references.references",
    "Robustness": "robustness.robustness",
    "RunSummary": "runs.run_summary",
    "UniformEffect": "sizes.uniform_effect_record",
    "Summary": "summary",
    "compare_runs": "runs.runs",
    "consistency": "consistency_of_measures",
    "uniform_effect": "size_effects",
    "PooledDifferences": "datasets.pooled_differences",
    "pool_datasets": "datasets.pooled",
    **dict.fromkeys(("CorrelatedT", "correlated_t"), "datasets.correlated_t"),
    **dict.fromkeys(("RankSummary", "rank_datasets"), "datasets.datasets"),
}
__getattr__ = late(__name__, _LATE)  # these need SciPy, or are rarely used
