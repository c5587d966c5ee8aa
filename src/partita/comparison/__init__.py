"""From scores to decisions: compare, sweep, agreement, and the diagnosis behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def __getattr__(name: str) -> object:
    """Import what needs SciPy when it is first asked for."""
    homes = {"Ranking": "ranking", "RankSummary": "datasets", "rank_datasets": "datasets"}
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{homes[name]}", __name__), name)
