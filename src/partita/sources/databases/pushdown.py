"""Objects that a policy drops are left out at the source, so that they never travel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...base.errors import InputError
from ...base.wording import plain, show
from ...labels.policies import Policies
from .dialects import PLAIN, literal


class Left(NamedTuple):
    """What of a column is left out: gaps, and a noise label, None where there is none."""

    missing: bool = False
    noise: Any = None

    def conditions(self, column: str, literal: Callable[[Any], str]) -> list[str]:
        """What rows that stay fulfill, in SQL; NULL is unequal to nothing, so it is named."""
        found = [f"{column} IS NOT NULL"] if self.missing else []
        if self.noise is not None:
            differs = f"{column} <> {literal(self.noise)}"
            found.append(differs if self.missing else f"({column} IS NULL OR {differs})")
        return found


def left_out(policies: Policies, kinds: Sequence[type | None]) -> list[Left]:
    """What is left out of the truth and of each prediction, whose labels are of these kinds.

    A noise label is compared at the source only if it is of the kind of the column, int or str:
    databases convert to compare, and partita does not.
    """
    noise = policies.noise if policies.noise_as == "drop" else policies.noise._replace(
        truth=None, prediction=None
    )  # fmt: skip
    found = []
    for at, kind in enumerate(kinds):
        label = noise.prediction if at else noise.truth
        label = plain(label)
        alike = kind is not None and type(label) is kind and _is_small(label)
        found.append(Left(policies.missing == "drop", label if alike else None))
    return found


def refuse_none_left(rows: int, policies: Policies) -> None:
    """Refuse an empty answer of a source that may have left objects out."""
    drops = policies.missing == "drop" or (policies.noise.given and policies.noise_as == "drop")
    if rows == 0 and drops:
        raise InputError(
            "nothing is left to compare: all objects are missing or noise on one side or the "
            'other and were dropped, or there are none; use "singletons" instead of "drop"'
        )


def literal_of(label: Any, escapes: Mapping[str, str] = PLAIN) -> str:
    """A label as a literal; `escapes` says how the dialect writes a quote and a backslash."""
    label = plain(label)
    if type(label) is int:
        return str(label)
    if type(label) is str and "\0" not in label:
        return literal(label, escapes)
    raise InputError(f"noise is {show(label)}: in a statement it is a whole number or a text")


def _is_small(label: Any) -> bool:
    return not isinstance(label, int) or -(2**63) <= label < 2**63
