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
    from .datasets.datasets import RankSummary, rank_datasets
    from .ranking.ranking import Ranking

__all__ = [
    "Agreement",
    "Columns",
    "Comparison",
    "RankSummary",
    "Ranking",
    "Score",
    "Sweep",
    "agreement",
    "compare",
    "rank_datasets",
    "sweep",
]

_LATE = {
    "Ranking": "ranking.ranking",
    **dict.fromkeys(("RankSummary", "rank_datasets"), "datasets.datasets"),
}
__getattr__ = late(__name__, _LATE)  # these need SciPy
