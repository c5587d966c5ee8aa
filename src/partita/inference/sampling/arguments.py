"""Arguments that all questions of inference share, checked in one place."""

from __future__ import annotations

from typing import Any

from ...chance.models import model_of


def null_of(null: Any) -> str:
    """Check the name of a null, which is a model of chance; abbreviations become names."""
    return model_of(null).name
