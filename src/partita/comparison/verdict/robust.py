"""Whether the best clustering depends on choices of the analysis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...results import Verdict

if TYPE_CHECKING:
    from ..comparison import Comparison


def robust_verdict(comparison: Comparison) -> Iterator[Verdict]:
    """How often the best clustering wins when one choice changes."""
    found = comparison.robustness
    if found is not None:
        numbers: dict[str, float] = {}
        for about, (won, every) in found.wins.items():
            numbers |= {f"{about}_wins": float(won), f"{about}_choices": float(every)}
        yield Verdict(None, "robust", found.sentence, numbers)
