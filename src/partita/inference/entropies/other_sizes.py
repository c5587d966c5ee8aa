"""Corrections that turn the entropies of n objects into the mean entropies of m objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..sampling.populations import WHOLE
from .corrected_scores import sums
from .corrections import (
    CHAO_WANG_JOST,
    NONE,
    Corrections,
    added,
    alike,
    approximate,
    fewer_objects,
    partly,
)

if TYPE_CHECKING:
    from ...base.arrays import Floats
    from ..sampling.populations import Population


def corrections_to(objects: int | None, n: int, population: Population) -> Corrections:
    """Return what turns the entropies of n objects into those of others; None: the population."""
    if objects is None or objects >= WHOLE:
        return alike(CHAO_WANG_JOST)
    if objects <= n:
        return alike(fewer_objects(objects) if objects < n else NONE)
    return Corrections(*(partly(1 - _bias_left(one, n, objects)) for one in _sizes(population)))


def target_of(objects: int | None) -> Corrections:
    """Return what turns the entropies of a population into the mean entropies of m objects."""
    whole = objects is None or objects >= WHOLE
    return alike(NONE if whole else approximate(fewer_objects(objects or WHOLE)))


def _sizes(population: Population) -> tuple[Floats, ...]:
    """Return the sizes of classes, clusters and cells of a population of very many objects."""
    cells = np.round(population.shares * WHOLE).astype(np.int64)[np.newaxis]
    sides = sums(population.rows, cells), sums(population.cols, cells), cells
    return tuple(one[one > 0].astype(np.float64) for one in sides)


def _bias_left(sizes: Floats, n: int, objects: int) -> float:
    """Return the bias of the entropy of more objects as a share of that of n objects."""
    some, fewer = (added(approximate(fewer_objects(m)), sizes) for m in (n, objects))
    return fewer / some if some else 0.0
