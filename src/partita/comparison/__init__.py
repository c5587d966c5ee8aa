"""From scores to decisions: compare, sweep, agreement, and the diagnosis behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agreement import Agreement, agreement
from .columns import Columns
from .compare import compare
from .comparison import Comparison
from .datasets import RankSummary, rank_datasets
from .score import Score
from .sweep import Sweep, sweep

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    if name == "Ranking":  # it needs SciPy, so it is imported when first asked for
        from .ranking import Ranking

        return Ranking
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
