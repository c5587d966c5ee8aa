"""Arguments that all questions of inference share, checked in one place."""

from __future__ import annotations

from typing import Any

from ..arithmetic import real
from ..chance.models import model_of
from ..contingency import Contingency
from ..errors import InputError


def table_from(truth: Any, prediction: Any, table: Any, labels: dict[str, Any]) -> Contingency:
    """Count two labelings, or take a ready table; weights must be whole numbers."""
    if table is None:
        if truth is None or prediction is None:
            raise InputError("give truth and prediction, or table=")
        table = Contingency.from_labels(truth, prediction, **labels)
    elif truth is not None or prediction is not None:
        raise InputError("give either truth and prediction or table=, not both")
    elif any(value is not None for value in labels.values() if value != "error"):
        raise InputError("weights, missing, noise and align are for labels, not for table=")
    if not isinstance(table, Contingency):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            f"use whole weights or a Contingency; got {type(table).__name__}"
        )
    if table.n >= 2**63:
        raise InputError("resampling needs fewer than 2**63 objects")
    return table


def whole_from(argument: str, value: Any, least: int) -> int:
    """Check a whole number from `least` on."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or value.__index__() < least:
        raise InputError(f"{argument} must be a whole number from {least}; got {value!r}")
    return int(value.__index__())


def seed_of(seed: Any) -> int:
    """Check a seed: a whole number below 2**64."""
    found = whole_from("seed", seed, 0)
    if found >= 2**64:
        raise InputError(f"seed must be below 2**64; got {seed!r}")
    return found


def thread_count(threads: Any) -> int:
    """Check a number of threads; None leaves it to the kernel."""
    return 0 if threads is None else whole_from("threads", threads, 1)


def null_of(null: Any) -> str:
    """Check the name of a null, which is a model of chance; abbreviations become names."""
    return model_of(null, "null").name


def level_of(level: Any) -> float:
    """Check a confidence level, strictly between 0 and 1."""
    number = real(level)
    if number is None or not 0 < number < 1:
        raise InputError(f"level must be a number between 0 and 1, such as 0.95; got {level!r}")
    return number
