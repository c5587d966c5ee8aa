"""Intervals that are wider than the draws state the reason."""

from __future__ import annotations

import pytest
from inference_tables import sampled

import partita
from partita.inference import confidence_interval, estimates
from partita.measures.chosen import choose
from partita.table.contingency import Contingency


def test_widened_intervals_state_it_and_are_reproducible() -> None:
    table = Contingency.from_matrix([[50, 49], [49, 50]])
    found = confidence_interval("purity", table=table, threads=1)
    assert "widened for near ties" in found.how
    assert found == confidence_interval("purity", table=table, threads=3)
    together = estimates(["purity", "rand", "f_measure"], table)
    assert together[0] == found
    clear = Contingency.from_matrix([[500, 20], [30, 250]])
    assert confidence_interval("purity", table=clear).method == "calibrated"


@pytest.mark.parametrize("name", ["purity", "normalized_van_dongen"])
def test_a_sampled_chance_level_is_held_fixed(name: str) -> None:
    table = sampled(4, 5, 400)
    adjusted, plain = partita.adjusted(name), choose(name).measure
    found = confidence_interval(adjusted, table=table, draws=299)
    assert found.value == pytest.approx(adjusted.of(table), abs=1e-12)
    assert "chance level held fixed" in found.how
    assert "widened" not in found.how
    base = confidence_interval(plain, table=table, draws=299)
    stretch = found.standard_error / base.standard_error
    assert found.high - found.low <= (base.high - base.low) * stretch * (1 + 1e-9)
    exact = confidence_interval(partita.adjusted("rand"), table=table, draws=299)
    assert exact.interval == pytest.approx(
        confidence_interval("adjusted_rand", table=table, draws=299).interval
    )
