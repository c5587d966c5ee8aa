"""Two labelings as they are counted, read with the options of users."""

from __future__ import annotations

from typing import Any

from partita import labels


def read_pair(
    truth: object, prediction: object, *, weights: object = None, threads: int = 0, **options: Any
) -> labels.LabelPair:
    """Read both sides with the policies of the options."""
    policies = labels.read_policies(**options)
    return labels.read_pair(truth, prediction, weights=weights, policies=policies, threads=threads)
