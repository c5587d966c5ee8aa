"""Objects that a policy drops are filtered by the database, so they are never transferred."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...base.errors import InputError
from ...base.wording import python_value
from ...labels.policies import Policies


class Filter(NamedTuple):
    """Which rows a column drops: those without a value, and those with the noise label, if any."""

    missing: bool = False
    noise: Any = None

    def conditions(self, column: str, literal: Callable[[Any], str]) -> list[str]:
        """Conditions in SQL on the rows to keep; a comparison with NULL is never true."""
        found = [f"{column} IS NOT NULL"] if self.missing else []
        if self.noise is not None:
            differs = f"{column} <> {literal(self.noise)}"
            found.append(differs if self.missing else f"({column} IS NULL OR {differs})")
        return found


def filters(policies: Policies, kinds: Sequence[type | None]) -> list[Filter]:
    """The filters of the truth and of each prediction, whose labels are of these kinds.

    The database compares a noise label only with a column of its own kind, int or str: databases
    convert values to compare them, and partita does not.
    """
    missing, noise = policies.missing == "drop", policies.noise
    found = []
    for at, kind in enumerate(kinds):
        label = python_value(noise.prediction if at else noise.truth)
        alike = kind is not None and type(label) is kind and _is_small(label)
        found.append(Filter(missing, label if alike and policies.noise_as == "drop" else None))
    return found


def refuse_none_left(rows: int, policies: Policies) -> None:
    """Refuse an empty answer of a database that may have dropped objects."""
    drops = policies.missing == "drop" or (policies.noise.given and policies.noise_as == "drop")
    if rows == 0 and drops:
        raise InputError(
            "nothing is left to compare: there are no objects, or all are missing or noise on one "
            'side or the other and were dropped; use "singletons" instead of "drop"'
        )


def _is_small(label: Any) -> bool:
    return not isinstance(label, int) or -(2**63) <= label < 2**63
