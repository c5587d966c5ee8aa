"""How much each object (or group) pulls the score of every run: the jackknife, run by run."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.progress import step_through
from ...inference.widening.resampled_measures import has_bias
from ..draws.joint import JointGroups, JointObjects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...inference.sampling.samples import GroupSample, ObjectSample
    from ...measures.chosen import Chosen
    from ..draws.joint import Joint


class Pulls(NamedTuple):
    """The pull of each kind of unit on each run, with mean 0, and the bias of each score.

    Units are objects, or groups of objects. The covariance of two scores over the sampling of
    units is estimated by Σ w p p' · (units - 1), where w is the share of units of a kind.
    """

    pull: Floats  # kinds × runs
    weights: Floats  # share of units of each kind
    units: int
    bias: Floats  # of each run

    @property
    def covariance(self) -> Floats:
        """The covariance of the scores of every two runs over the sampling of units."""
        weighted = self.pull * self.weights[:, np.newaxis]
        return np.asarray((self.units - 1) * (weighted.T @ self.pull))

    def of(self, runs: NDArray[np.intp]) -> Pulls:
        """The same for some of the runs."""
        return self._replace(pull=self.pull[:, runs], bias=self.bias[runs])


def pulls_of(s: Chosen, joint: Joint) -> Pulls:
    """The jackknife of every run of a joint sample, by kind of unit."""
    samples: Sequence[ObjectSample | GroupSample] = joint.samples
    found = [sample.influence(s, 0) for sample in step_through(samples, "runs")]
    if isinstance(joint, JointGroups):
        change = np.column_stack([one.change for one in found])
    else:
        change = np.column_stack(
            [one.change[cell] for one, cell in zip(found, joint.cells, strict=True)]
        )
    counts = np.ones(len(change))  # groups, and the objects of blocks, are listed one by one
    if isinstance(joint, JointObjects):
        counts = joint.counts.astype(np.float64)
    units = int(counts.sum())
    weights = counts / units
    bias = [one.bias if has_bias(s.measure) else 0.0 for one in found]
    return Pulls(weights @ change - change, weights, units, np.array(bias))
