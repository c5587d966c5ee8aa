"""What was asked for: a measure with its options, and how hard to try."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ...base.checks import one_of, whole_from
from ...base.errors import InputError
from ...base.seeds import seed_of
from ...measures.chosen import Chosen, choose
from .concentration import DOUBT
from .enumeration import TABLES
from .margin_cost import PATIENCE, WORK
from .margin_means import BYTES, PATIENT_BYTES, STATES, Budget
from .sampling import check_draws, number_of_draws

if TYPE_CHECKING:
    from ...measures.measure import Measure

Found = TypeVar("Found")
SELECTIONS = 300  # selections of focal sets, each with two optimizations


@dataclass(frozen=True)
class Plan:
    """A checked request."""

    chosen: Chosen
    method: str
    seed: int
    draws: int | None
    budget: int | None
    parts: int = 1  # levels of a mixture among which the draws are shared

    @classmethod
    def of(
        cls,
        measure: Any,
        options: dict[str, Any],
        *,
        method: str,
        rng: Any,
        draws: int | None,
        budget: int | None,
    ) -> Plan:
        """Check what was asked for."""
        chosen = choose((measure, options))
        one_of("method", method, ("auto", "exact", "sample"))
        if budget is not None:
            whole_from("budget", budget, 1)
        if draws is not None:
            check_draws(draws)
        return cls(chosen, method, seed_of(rng), draws, budget)

    @property
    def measure(self) -> Measure:
        """The measure itself."""
        return self.chosen.measure

    @property
    def options(self) -> dict[str, Any]:
        """The options of the measure."""
        return self.chosen.options

    @property
    def sample(self) -> bool:
        """Whether drawing was asked for."""
        return self.method == "sample"

    @property
    def exact(self) -> bool:
        """Whether nothing but an exact result will do."""
        return self.method == "exact"

    def shared(self, parts: int) -> Plan:
        """The same request for one of several parts."""
        return replace(self, parts=parts)

    def worlds(self, n: int) -> int:
        """How many clusterings of n objects to draw."""
        return number_of_draws(self.draws, n, self.parts)

    @property
    def doubt(self) -> float:
        """With which probability the error of one part may not hold: 5% for all together."""
        return DOUBT / self.parts

    @property
    def tables(self) -> int:
        """Most tables to enumerate."""
        return TABLES if self.budget is None else self.budget

    @property
    def program(self) -> Budget:
        """What the margin program may use."""
        if self.budget is not None:
            return Budget(self.budget, PATIENCE, sys.maxsize)
        if self.exact:
            return Budget(STATES, PATIENCE, PATIENT_BYTES)
        return Budget(4 * STATES // (self.parts + 1) ** 2, WORK / self.parts, BYTES // self.parts)

    @property
    def selections(self) -> int:
        """Most selections of focal sets."""
        return SELECTIONS if self.budget is None else self.budget

    def refuse(self, *reasons: str) -> InputError:
        """Say why there is no exact result, and what there is instead."""
        return InputError(
            f'{out_of_reach(reasons)}; method="auto" estimates {self.measure.name} by draws and '
            "states the error, partita.extremes bounds it, a larger budget goes on enumerating"
        )


def out_of_reach(reasons: Sequence[str]) -> str:
    """How every refusal of an exact result begins."""
    return f"exact is out of reach: {'; '.join(reasons)}"


def attempts(ways: Iterable[Callable[[], Found | None]], reasons: list[str]) -> Iterator[Found]:
    """Try ways in order: yield what those that suit find; `reasons` gets why others refuse."""
    for way in ways:
        try:
            found = way()
        except InputError as refusal:
            reasons.append(str(refusal))
        else:
            if found is not None:
                yield found
