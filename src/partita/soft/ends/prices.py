"""Lagrangian bounds: prices that make the parts of a program independent.

A program whose parts meet in a few sums splits into its parts if objects are paid for by prices.
Every choice of prices gives a valid bound. The best prices are those of the linear program that
combines known solutions of the parts (Dantzig and Wolfe 1960).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ...base.arrays import Floats
from .programs import EFFORT

_CLOSE = 1e-10
_PULL = 0.4
_CONSTRAINTS = 60_000  # of all linear programs together, with the default effort
_MOST_ROUNDS, _FEWEST_ROUNDS = 800, 20


def rounds_of(effort: float, constraints: int) -> int:
    """Return the number of linear programs for an effort; a time limit would change the ends."""
    return int(np.clip(effort / EFFORT * _CONSTRAINTS / constraints, _FEWEST_ROUNDS, _MOST_ROUNDS))


class Parts(Protocol):
    """Independent parts, and the linear program that combines their known solutions."""

    def relaxed(self) -> tuple[float, Floats]:
        """Return the value of the linear program, and its prices."""

    def priced(self, prices: Floats) -> tuple[float, bool]:
        """Solve the parts at these prices: the bound, and whether a solution was new."""


class Priced(NamedTuple):
    """The best bound that was found, its prices, and how many linear programs were solved."""

    bound: float
    prices: Floats
    rounds: int


def best_prices(parts: Parts, first: Floats, rounds: int, goal: float = np.inf) -> Priced:
    """Add solutions until none helps or the rounds are over. A bound of `goal` is enough.

    Prices are pulled towards the prices of the best bound so far, which keeps them from oscillating
    (Wentges 1997). If that finds nothing new, they are used as they are.
    """
    (bound, fresh), center = parts.priced(first), first
    for done in range(rounds):
        value, prices = parts.relaxed()
        if value - bound <= _CLOSE * (1 + abs(value)) or bound >= goal:
            return Priced(bound, center, done + 1)
        for tried in (_PULL * center + (1 - _PULL) * prices, prices):
            reached, fresh = parts.priced(tried)
            if reached > bound:
                bound, center = reached, tried
            if fresh:
                break
        if not fresh:
            return Priced(bound, center, done + 1)
    return Priced(bound, center, rounds)
