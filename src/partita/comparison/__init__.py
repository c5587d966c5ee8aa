"""From scores to decisions: compare, sweep, agreement, and the diagnosis behind them."""

from __future__ import annotations

from .agreement import Agreement, agreement
from .columns import Columns
from .compare import compare
from .comparison import Comparison
from .datasets import RankSummary, rank_datasets
from .ranking import Ranking
from .score import Score
from .sweep import Sweep, sweep

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
