"""Arguments that all questions of inference share, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...base.arithmetic import real, seed_of, thread_count, whole_from
from ...base.errors import InputError
from ...chance.models import model_of
from ...table.contingency import Contingency

__all__ = ["level_of", "null_of", "seed_of", "table_from", "thread_count", "whole_from"]


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
    if isinstance(table, Mapping):  # by group: all objects together
        from .grouped import group_sample

        table = group_sample(table).table
    if not isinstance(table, Contingency):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            f"use whole weights or a Contingency; got {type(table).__name__}"
        )
    if table.guessed:  # the number of objects decides how far scores vary, whatever the measure
        table.warn_of_guess(stacklevel=3)
    if table.n >= 2**63:
        raise InputError("resampling needs fewer than 2**63 objects")
    return table


def null_of(null: Any) -> str:
    """Check the name of a null, which is a model of chance; abbreviations become names."""
    return model_of(null, "null").name


def level_of(level: Any, argument: str = "level") -> float:
    """Check a confidence level, strictly between 0 and 1."""
    number = real(level)
    if number is None or not 0 < number < 1:
        raise InputError(
            f"{argument} must be a number between 0 and 1, such as 0.95; got {level!r}"
        )
    return number
