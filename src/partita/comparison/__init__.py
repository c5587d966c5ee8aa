"""From scores to decisions: compare, sweep, agreement, and the diagnosis behind them."""

from __future__ import annotations

from .columns import Columns
from .compare import compare
from .comparison import Comparison
from .score import Score

__all__ = ["Columns", "Comparison", "Score", "compare"]
