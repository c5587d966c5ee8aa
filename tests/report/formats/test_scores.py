"""Remarks below a table of scores."""

from __future__ import annotations

import numpy as np

from partita import compare
from partita.report.formats.scores import remarks


def test_remarks_on_intervals_name_the_measures_concerned():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 500)
    prediction = np.where(rng.random(500) < 0.5, truth, rng.integers(0, 5, 500))
    asked = ["rand", "f_measure", "basic_merge_distance"]
    text = "\n".join(remarks(compare(truth, {"a": prediction}, measures=asked, confidence=0.95)))
    doubt = "counts occupied cells, and samples miss some: may be too favorable"
    assert f"Intervals of a (basic_merge_distance): {doubt}." in text
