"""The population from which a sample is likely."""

from __future__ import annotations

import numpy as np
import pytest

import partita
from partita.inference.entropies.likely_population import likely_population
from partita.table.contingency import Contingency


@pytest.mark.parametrize("n", [1_000, 10_000, 10**6, 4 * 10**9, 10**15])
def test_large_tables_with_an_empty_cell_have_one(n: int) -> None:
    # (1 - p)^n is below 1e-308 for the rarest cell here from n = 6,800 on, and n_i * n_j is above
    # 2**63 from n = 5e9 on; the shares are those of the formula in the module: U = (0 + 1)/n is
    # taken from the rarest cell, whose (1 - p)^n is by far the largest
    table = Contingency.from_matrix([[n // 2, 0], [n // 10, n // 2 - n // 10]])
    found = likely_population(table)
    cells = zip(found.rows.tolist(), found.cols.tolist(), strict=True)
    own = dict(zip(cells, found.shares.tolist(), strict=True))
    assert own[0, 1] == pytest.approx(1 / n, rel=1e-9)
    assert own[1, 0] == pytest.approx(0.1 - 1 / n, rel=1e-9)
    assert own[0, 0] == pytest.approx(0.5, rel=1e-9)
    assert sum(own.values()) == pytest.approx(1, rel=1e-12)


def test_scores_at_other_sizes_of_ten_thousand_objects() -> None:
    truth = np.repeat([0, 1], 5_000)
    found = np.where(np.arange(10_000) < 6_000, 0, 1)
    value = partita.v_measure(truth, found)
    whole = partita.score_at("v_measure", truth, found)
    assert whole.value == pytest.approx(value, abs=0.001)
    usual = partita.confidence_interval("v_measure", truth, found)
    # both intervals are 1.96 standard errors to each side: 10,000 objects have no sparse cell
    assert whole.high - whole.low == pytest.approx(usual.high - usual.low, rel=0.25)
