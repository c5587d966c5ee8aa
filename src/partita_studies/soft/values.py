"""A measure over all hard clusterings that are allowed (rows D), and over drawn ones (rows S)."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from partita.soft import Soft, evidential, expectation, sampled_ends

if TYPE_CHECKING:
    import numpy as np

MEASURES: dict[str, tuple[str, dict[str, Any]]] = {
    "RI": ("rand", {}),
    "PD": ("partition_distance", {"normalize": "n"}),
}
"""The conventions that fit the rough column: pairs of different objects, and shares of n."""


class Ends(NamedTuple):
    """Lower and upper mean (equal for hard and fuzzy clusterings), their method and the seconds."""

    lower: float
    upper: float
    method: str
    seconds: float

    @property
    def values(self) -> tuple[float, ...]:
        """One number if the ends are equal."""
        return (self.lower,) if self.lower == self.upper else (self.lower, self.upper)


def whole(name: str, truth: Any, prediction: Any, *, seed: int, draws: int | None = None) -> Ends:
    """The measure over all allowed clusterings: exact, or estimated with exact inner ends."""
    key, options = MEASURES[name]
    begin = perf_counter()
    found = expectation(key, truth, prediction, rng=seed, draws=draws, selections=draws, **options)
    return Ends(found.low, found.high, found.how, perf_counter() - begin)


def nested(
    name: str,
    truth: Any,
    prediction: Soft,
    generator: np.random.Generator,
    *,
    outer: int = 100,
    inner: int = 100,
) -> Ends:
    """The paper's sampling: draw sets by mass, then labels in them; average the extremes.

    Sets are drawn for each object on its own. Those of a fuzzy clustering have one cluster each, so
    it needs one inner draw only; a rough clustering has only one selection of sets.
    """
    key, options = MEASURES[name]
    begin = perf_counter()
    found = sampled_ends(
        key, truth, evidential(prediction), selections=outer, draws=inner, rng=generator, **options
    )
    return Ends(found.low, found.high, f"{outer} × {inner} draws", perf_counter() - begin)
