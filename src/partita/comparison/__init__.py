"""From scores to decisions: compare, sweep, agreement, and the diagnosis behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import late
from .agreement import Agreement, agreement
from .columns import Columns
from .compare import compare
from .comparison import Comparison
from .score import Score
from .sweep import Sweep, sweep

if TYPE_CHECKING:
    from .datasets import RankSummary, rank_datasets
    from .ranking import Ranking

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

_LATE = {"Ranking": "ranking", "RankSummary": "datasets", "rank_datasets": "datasets"}
__getattr__ = late(__name__, _LATE)  # these need SciPy
