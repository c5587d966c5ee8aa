"""A checked request for a mean or a distribution: the measure, the method and its limits."""

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
from .draws import check_draws, number_of_draws
from .enumeration import TABLES
from .margin_cost import BYTES, PATIENT_BYTES, PATIENT_WORK, STATES, WORK, Budget

if TYPE_CHECKING:
    from ...measures.measure import Measure

Found = TypeVar("Found")
_TABLES_OF_PART = 500
SELECTIONS = 300  # selections of focal sets, each with two optimizations


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    chosen: Chosen
    method: str
    seed: int
    draws: int | None
    budget: int | None
    selections: int | None = None
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
        selections: int | None = None,
    ) -> Plan:
        """Check the arguments of a call."""
        chosen = choose((measure, options))
        one_of("method", method, ("auto", "exact", "sample"))
        if budget is not None:
            whole_from("budget", budget, 1)
        if draws is not None:
            check_draws(draws)
        if selections is not None:
            whole_from("selections", selections, 2)
        return cls(chosen, method, seed_of(rng), draws, budget, selections)

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
        """Return the same request for one of several parts."""
        return replace(self, parts=parts)

    def worlds(self, n: int) -> int:
        """Return the number of clusterings of n objects to draw."""
        return number_of_draws(self.draws, n, self.parts)

    @property
    def doubt(self) -> float:
        """The probability that the error of one part is not valid: 5% for all together."""
        return DOUBT / self.parts

    @property
    def tables(self) -> int:
        """The largest number of tables to list."""
        if self.budget is not None:
            return self.budget
        return TABLES if self.exact else max(TABLES // self.parts, _TABLES_OF_PART)

    @property
    def program(self) -> Budget:
        """What the margin program may use."""
        if self.budget is not None:
            return Budget(self.budget, PATIENT_WORK, sys.maxsize)
        if self.exact:
            return Budget(STATES, PATIENT_WORK, PATIENT_BYTES)
        return Budget(4 * STATES // (self.parts + 1) ** 2, WORK / self.parts, BYTES // self.parts)

    def refuse(self, *reasons: str) -> InputError:
        """Return the error that states why no exact result is possible, and the alternatives."""
        return InputError(
            f'{out_of_reach(reasons)}; method="auto" estimates {self.measure.name} by draws and '
            "states the error, partita.extremes bounds it, and a larger budget allows more states, "
            "tables or selections"
        )


def out_of_reach(reasons: Sequence[str]) -> str:
    """Return the beginning of every refusal of an exact result."""
    return f"an exact result is out of reach: {'; '.join(reasons)}"


def attempts(ways: Iterable[Callable[[], Found | None]], reasons: list[str]) -> Iterator[Found]:
    """Try methods in order and yield what they find; None if one does not apply.

    `reasons` collects the refusals of the others.
    """
    for way in ways:
        try:
            found = way()
        except InputError as refusal:
            reasons.append(str(refusal))
        else:
            if found is not None:
                yield found
