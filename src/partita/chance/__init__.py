"""Models of chance: what random labelings are, and what a measure gives for them."""

from typing import TYPE_CHECKING

from .models import MODELS, Model, model_of

if TYPE_CHECKING:
    from .exact import exact_deviation, exact_mean
    from .expectation import Chance, Spread, chance, spread
    from .information import information_variance
    from .sampling import random_partition
else:

    def __getattr__(name: str) -> object:
        """Import what needs NumPy when it is first asked for: the list of models does not."""
        from importlib import import_module

        homes = {
            "information_variance": "information",
            "random_partition": "sampling",
            **dict.fromkeys(("exact_deviation", "exact_mean"), "exact"),
            **dict.fromkeys(("Chance", "Spread", "chance", "spread"), "expectation"),
        }
        if name not in homes:
            raise AttributeError(f"module 'partita.chance' has no attribute {name!r}")
        return getattr(import_module(f".{homes[name]}", __name__), name)


__all__ = [
    "MODELS",
    "Chance",
    "Model",
    "Spread",
    "chance",
    "exact_deviation",
    "exact_mean",
    "information_variance",
    "model_of",
    "random_partition",
    "spread",
]
