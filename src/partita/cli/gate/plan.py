"""How runs are compared with a baseline, and which losses fail."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ...base.draws import OBJECTS, enough_draws
from ...base.errors import InputError

OUTCOMES = (  # the worst first
    "certain loss",
    "likely loss",
    "accepted loss",
    "no clear change",
    "likely gain",
    "certain gain",
)
_LIKELY = 0.8  # level of the interval that tells a likely change


class Plan(NamedTuple):
    """How runs are compared, and which losses fail."""

    confidence: float  # of all intervals together
    margin: float = 0.0  # a loss that is accepted
    fail_on: str = "certain"
    method: str = "calibrated"
    draws: int | None = None
    seed: int = 0

    @property
    def levels(self) -> tuple[float, ...]:
        """The level of certain changes, and that of likely ones if they fail or are named."""
        return self.confidence, min(_LIKELY, self.confidence)

    @property
    def false_failures(self) -> float:
        """Share of runs that fail without a loss, at most: the losing half of the intervals."""
        return (1 - self.levels[self.fail_on == "likely"]) / 2

    @property
    def beyond(self) -> str:
        """The accepted loss in words."""
        return f" beyond {self.margin:g}" if self.margin else ""

    def fails(self, outcome: str) -> bool:
        """Whether an outcome fails the gate."""
        return outcome in OUTCOMES[: 1 if self.fail_on == "certain" else 2]

    def draws_for(self, risk: float) -> int:
        """Draws for intervals that miss with this probability."""
        enough = max(OBJECTS, enough_draws(risk))
        least = ceil(2 / risk - 1)
        if self.draws is not None and self.draws < least:
            raise InputError(
                f"--draws {self.draws}: a certain loss needs at least {least} draws here; leave"
                f" --draws out for {enough}"
            )
        return enough if self.draws is None else self.draws
