"""p-values corrected for the number of tests."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import partita
from partita.inference import benjamini_yekutieli, holm
from partita.inference.multiple import step_down


def test_step_down_follows_its_definition():
    rng = np.random.default_rng(1)
    evidence, drawn = [2.5, 0.3, 1.4, 1.4], np.abs(rng.standard_normal((4, 39)))
    expected = {}
    for k in sorted(range(4), key=lambda k: -evidence[k]):
        family = [j for j in range(4) if evidence[j] <= evidence[k]]
        alone = (1 + (drawn[family].max(axis=0) >= evidence[k]).sum()) / 40
        expected[k] = max([alone, *expected.values()])
    assert step_down(evidence, drawn.__getitem__) == [expected[k] for k in range(4)]


def test_holm_and_benjamini_yekutieli() -> None:
    p = [0.001, 0.02, 0.5, 0.04, 0.0003]
    assert holm(p) == pytest.approx([0.004, 0.06, 0.5, 0.08, 0.0015])
    assert benjamini_yekutieli(p) == pytest.approx(
        stats.false_discovery_control(p, method="by").tolist()
    )
    assert holm([]) == []
    with pytest.raises(partita.InputError, match=r"p_values\[1\]"):
        holm([0.1, 1.2])
