"""Measures and thresholds as they are typed: ``v_measure:beta=0.5``, ``adjusted_rand=0.8``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

from ..errors import InputError
from ..measure import MEASURES, Measure, measure


@dataclass(frozen=True, slots=True)
class Request:
    """A measure and the options it shall be given."""

    measure: Measure
    options: Mapping[str, Any]

    def better(self, value: float | None, threshold: float) -> bool:
        """Whether a value reaches the threshold; a value that does not exist never does."""
        if value is None:
            return False
        return value >= threshold if self.measure.better == "higher" else value <= threshold


def requests(texts: list[str] | None) -> list[Request]:
    """Read the measures asked for, each once; without any, the headline measures."""
    if texts is None:
        return [Request(m, {}) for m in MEASURES.values() if m.headline]
    return distinct([request(text) for text in texts])


def distinct(asked: list[Request]) -> list[Request]:
    """The requests without repetitions, in order."""
    return [one for position, one in enumerate(asked) if one not in asked[:position]]


def request(text: str) -> Request:
    """Read one measure with its options.

    Examples
    --------
    >>> dict(request("v_measure:beta=0.5").options)
    {'beta': 0.5}
    """
    name, _, settings = text.partition(":")
    found = measure(name)
    options = dict(_option(found, part) for part in settings.split(",")) if settings else {}
    return Request(found, options)


def threshold(text: str) -> tuple[Request, float]:
    """Read ``NAME=VALUE``."""
    name, equals, value = text.rpartition("=")
    number = _number(value)
    if not equals or number is None:
        raise InputError(f"--fail-under: expected NAME=VALUE such as rand=0.8, found {text!r}")
    return request(name), number


def _option(found: Measure, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or name not in found.options:
        known = ", ".join(f"{option}=…" for option in found.options) or "none"
        raise InputError(f"--measure {found.name}: no option {text!r}; its options: {known}")
    if isinstance(found.options[name], str):
        return name, value
    number = _number(value)
    if number is None:
        raise InputError(f"--measure {found.name}: {name} must be a number, found {value!r}")
    return name, number


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return None if isnan(value) else value
