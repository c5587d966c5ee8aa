"""A check: one demand on one score, and whether it was met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Check(NamedTuple):
    """A demand on the score of a clustering, what was found, and the numbers behind it.

    >>> print(Check("kmeans", "rand", "at least 0.8", "is 0.7500, worse than 0.8", passed=False))
    rand of kmeans is 0.7500, worse than 0.8
    """

    prediction: str
    measure: str
    demand: str
    found: str
    passed: bool
    numbers: Mapping[str, Any] = {}

    @property
    def subject(self) -> str:
        """The score that the demand is on."""
        return f"{self.measure} of {self.prediction}"

    def __str__(self) -> str:
        return f"{self.subject} {self.found}"

    def to_dict(self) -> dict[str, Any]:
        """The check for JSON."""
        plain = {name: value for name, value in self._asdict().items() if name != "numbers"}
        return {**plain, **self.numbers}


def failures(checks: Iterable[Check]) -> list[Check]:
    """The checks that failed."""
    return [one for one in checks if not one.passed]
