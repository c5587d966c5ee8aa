"""Null models: what random labelings are, and the scores that they get."""

from typing import TYPE_CHECKING

from ..base.late import late
from .models import MODELS, Model, model_of

if TYPE_CHECKING:
    from .exact import exact_deviation, exact_mean, information_variance
    from .levels import ChanceLevel, ChanceSpread, chance, spread
    from .sampling import random_partition
else:
    _LATE = {  # these need NumPy, unlike the list of models
        "random_partition": "sampling",
        **dict.fromkeys(("exact_deviation", "exact_mean", "information_variance"), "exact"),
        **dict.fromkeys(("ChanceLevel", "ChanceSpread", "chance", "spread"), "levels"),
    }
    __getattr__ = late(__name__, _LATE)


__all__ = [
    "MODELS",
    "ChanceLevel",
    "ChanceSpread",
    "Model",
    "chance",
    "exact_deviation",
    "exact_mean",
    "information_variance",
    "model_of",
    "random_partition",
    "spread",
]


def __dir__() -> list[str]:
    return __all__
