"""A sample has the same interval as its table."""

from __future__ import annotations

import numpy as np
from inference_tables import sampled

from partita.inference import confidence_interval, estimates
from partita.inference.sampling.samples import ObjectSample, group_sample


def test_samples_have_intervals_as_tables_do() -> None:
    table = sampled(3, 3, 200)
    assert estimates(["rand"], ObjectSample(table)) == estimates(["rand"], table)
    random = np.random.default_rng(0)
    truth, prediction = random.integers(0, 2, (2, 120))
    donors = np.repeat(np.arange(6), 20)
    sample = group_sample(truth, prediction, donors)
    (found,) = estimates(["rand"], sample, draws=99)
    assert found == confidence_interval("rand", truth, prediction, groups=donors, draws=99)
    assert "only 6 groups: may be too narrow" in found.how
