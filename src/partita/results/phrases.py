"""Phrases of the sentences that several records share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.wording import number_text

if TYPE_CHECKING:
    from .interval import Interval
    from .posterior import Posterior


def margin_text(margin: tuple[float, float]) -> str:
    """A margin in a sentence.

    >>> margin_text((-0.02, 0.02)), margin_text((-0.02, 0.05))
    ('±0.02', '-0.02 to +0.05')
    """
    low, high = margin
    return f"±{high:g}" if high == -low else f"{low:g} to +{high:g}"


def how_text(result: Interval | Posterior) -> str:
    """How a result was computed, with its draws and their seed."""
    if not result.draws:
        return result.how
    seed = "" if result.rng is None else f", seed {result.rng}"
    return f"{result.how}, {result.draws} draws{seed}"


def signed(value: float) -> str:
    """A difference as text, with its sign.

    >>> signed(0.1), signed(-0.1)
    ('+0.1000', '-0.1000')
    """
    return ("+" if value > 0 else "") + number_text(value)
