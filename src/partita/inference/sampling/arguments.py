"""Arguments that all questions of inference share, checked in one place."""

from __future__ import annotations

from typing import Any

from ...base.arithmetic import real, thread_count, whole_from
from ...base.errors import InputError
from ...base.seeds import seed_of
from ...chance.models import model_of

__all__ = ["confidence_of", "null_of", "seed_of", "thread_count", "whole_from"]


def null_of(null: Any) -> str:
    """Check the name of a null, which is a model of chance; abbreviations become names."""
    return model_of(null).name


def confidence_of(confidence: Any) -> float:
    """Check a confidence level, strictly between 0 and 1."""
    number = real(confidence)
    if number is None or not 0 < number < 1:
        raise InputError(
            f"confidence must be a number between 0 and 1, such as 0.95; got {confidence!r}"
        )
    return number
