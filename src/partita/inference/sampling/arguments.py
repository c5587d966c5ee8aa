"""Arguments that all questions of inference share, checked in one place."""

from __future__ import annotations

from typing import Any

from ...base.arithmetic import real, seed_of, thread_count, whole_from
from ...base.errors import InputError
from ...chance.models import model_of

__all__ = ["level_of", "null_of", "seed_of", "thread_count", "whole_from"]


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
