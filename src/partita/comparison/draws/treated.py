"""The jackknife of a score after a treatment of noise, by the units of the data as given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...inference.sampling.jackknife import Influence, influence, summarize
from ...inference.sampling.samples import GroupSample

if TYPE_CHECKING:
    from ...base.arrays import Floats
    from ...inference.sampling.samples import ObjectSample
    from ...measures.chosen import Chosen
    from ..counting.treatments import Treated


def treated_influence(s: Chosen, sample: ObjectSample | GroupSample, treated: Treated) -> Influence:
    """The jackknife of a score of the treated table.

    All objects of a cell have the same influence after a treatment too: single objects of one class
    are alike, and an object that is left out has none. The influence of a group of objects is
    their sum, to first order.
    """
    change = influence(s, treated.table).change
    own = np.where(treated.cells < 0, 0.0, change[np.minimum(treated.cells, len(change) - 1)])
    return of_change(sample, sample.shares @ own if isinstance(sample, GroupSample) else own)


def of_change(sample: ObjectSample | GroupSample, change: Floats) -> Influence:
    """The jackknife from the change of a score by each kind of unit."""
    times: Any = np.ones(sample.size) if isinstance(sample, GroupSample) else sample.table.counts
    return summarize(0.0, change, times, float(times.sum()))
