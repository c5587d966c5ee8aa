"""Records checks and faults by producer, data, function and measure."""

from __future__ import annotations

import itertools
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import copysign, isfinite
from typing import Any, NamedTuple

from partita import InputError, UndefinedError

NAN = re.compile(r"(?<![\w-])(nan|inf)(?![\w-])")  # as Python writes them
LONGEST = 1500  # characters of an error; a longer one is a stack trace
SHORTEST = 20


class Fault(NamedTuple):
    """A broken invariant and its place."""

    producer: str
    data: str
    function: str
    measure: str
    what: str

    def __str__(self) -> str:
        return f"{self.function}({self.measure}) of {self.producer} on {self.data}: {self.what}"


@dataclass
class Ledger:
    """Counts combinations for one producer and one data set, and keeps the faults."""

    producer: str
    data: str
    tried: set[tuple[str, str]] = field(default_factory=set)  # function and measure
    refused: dict[tuple[str, str], str] = field(default_factory=dict)  # with its error
    faults: list[Fault] = field(default_factory=list)

    @property
    def held(self) -> set[tuple[str, str]]:
        """Calls that gave a result, which was then checked."""
        return self.tried - self.refused.keys()

    @property
    def refusals(self) -> Counter[str]:
        """The number of measures that each function rejected."""
        return Counter(function for function, _ in self.refused)

    def hold(
        self, function: str, measure: str, check: Callable[..., Iterable[str]], *given: Any
    ) -> None:
        """Run one check, a generator of complaints; only errors of partita may end it."""
        self.tried.add((function, measure))
        complaints: list[str] = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                for one in check(*given):
                    complaints.append(one)  # noqa: PERF402 - those before an error are kept
            except (InputError, UndefinedError) as error:
                self.refused[function, measure] = f"{type(error).__name__}: {str(error)[:100]}"
                complaints += refusal(str(error))
            except Exception as error:  # noqa: BLE001 - any other error is the fault looked for
                complaints.append(f"raised {type(error).__name__}: {str(error)[:200]}")
        where = self.producer, self.data, function, measure
        self.faults += [Fault(*where, one) for one in complaints]

    def add(self, other: Ledger, suffix: str) -> None:
        """Add another ledger of the same job, with longer names of functions."""
        self.tried |= {(f"{function}, {suffix}", m) for function, m in other.tried}
        self.refused |= {(f"{f}, {suffix}", m): words for (f, m), words in other.refused.items()}
        self.faults += [one._replace(function=f"{one.function}, {suffix}") for one in other.faults]


def refusal(message: str) -> Iterable[str]:
    """An error is a message, not a stack trace."""
    if not SHORTEST <= len(message) <= LONGEST:
        yield f"refused in {len(message)} characters: {message[:80]!r}"
    if "Traceback" in message:
        yield f"refused by a trace: {message[:120]!r}"


def number(
    what: str, value: Any, bounds: tuple[float, float] = (-float("inf"), float("inf"))
) -> Iterable[str]:
    """A float that is finite, not -0.0, and within the bounds."""
    if type(value) is not float:
        yield f"{what} is {type(value).__name__} {value!r}"
    elif not isfinite(value):
        yield f"{what} is {value!r}"
    elif value == 0 and copysign(1, value) < 0:
        yield f"{what} is -0.0"
    elif not bounds[0] <= value <= bounds[1]:
        yield f"{what} is {value!r}, outside {bounds}"


def same(what: str, one: Any, other: Any) -> Iterable[str]:
    """Both have the same bits."""
    if repr(one) != repr(other):
        yield f"{what}: {one!r} and {other!r}"


def ordered(what: str, *values: float, slack: float = 0.0) -> Iterable[str]:
    """The values do not decrease."""
    if not all(a <= b + slack for a, b in itertools.pairwise(values)):
        yield f"{what} are not in order: {values!r}"


def near(what: str, one: float, other: float, slack: float) -> Iterable[str]:
    """Both are equal up to the stated error."""
    if not abs(one - other) <= slack:
        yield f"{what}: {one!r} and {other!r} differ by more than {slack:.3g}"


def without_nan(text: str) -> Iterable[str]:
    """No number in the text is NaN or infinite."""
    if found := NAN.search(text):
        yield f"{found[0]} is in the text: {text[max(0, found.start() - 60) : found.end() + 20]!r}"
