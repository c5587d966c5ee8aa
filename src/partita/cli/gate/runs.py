"""A run of the command line as a baseline knows it: objects, truth, weights and settings."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...sources.files.column import noise_labels, typed
from .baseline import Run
from .objects import objects_by_id, objects_by_row
from .packed import digest
from .partitions import numbered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...base.arrays import Int64
    from ...comparison.comparison import Comparison
    from ..source import Source


def settings_of(arguments: Namespace) -> Mapping[str, str | None]:
    """The options that say what labels mean, as typed."""
    meaning = None if arguments.noise is None else arguments.noise_as or "singletons"
    return {"missing": arguments.missing, "noise": arguments.noise, "noise_as": meaning}


def run_of(
    arguments: Namespace, settings: Mapping[str, Any], source: Source, comparison: Comparison
) -> Run:
    """What the baseline needs of this run."""
    ids = source.others.get("ids")
    objects = objects_by_row(source.rows) if ids is None else objects_by_id(ids.name, ids.labels)
    truth = _partition(source.truth.labels, arguments.noise, objects.order)
    weights = source.weights
    mark = None if weights is None else digest(np.array(weights, np.float64)[objects.order])
    return Run(comparison, objects, truth, mark, settings)


def _partition(labels: Sequence[Any], noise: object, order: Int64) -> Int64:
    """The classes as numbers; noise and missing labels have none."""
    codes: dict[Any, int] = {}
    found = np.array([codes.setdefault(typed(label), len(codes)) for label in labels], np.int64)
    left_out = noise_labels(noise) | {typed(None)}
    named = np.array([label not in left_out for label in codes], np.bool_)
    kept = np.flatnonzero(named[found])
    return numbered(found[kept], kept, order)
