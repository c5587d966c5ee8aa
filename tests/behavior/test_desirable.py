"""P1 to P7: which steps count, and the share of them in which a measure moves as it should."""

from dataclasses import replace

import numpy as np

from partita.behavior.desirable import DESIRABLE, Steps, changes, findings, rates
from partita.behavior.grid import COARSE, ClusteringGrid, values
from partita.behavior.subject import subject


def tiny():
    return ClusteringGrid((4, 5, 6), (0, 1), (0, 1), (0, 33), (0, 66), (0, 66))


def test_rates_count_steps_that_hold():
    grid = replace(tiny(), noise_clusters=(0, 1, 2))
    rising = np.zeros(grid.size)
    rising += np.arange(3).reshape(3, 1, 1, 1, 1, 1)
    assert rates(rising, grid)["P1"] == 1
    assert rates(rising, grid)["P2"] == 0
    assert rates(rising, grid)["P3"] == 0  # ties do not count
    assert rates(np.full(grid.size, np.nan), grid)["P1"] == 0


def test_steps_without_a_value_are_left_out():
    grid = tiny()
    found = values([subject("rand")], grid)[0].copy()
    found[0, 0, 0, 0, 0, 0] = np.nan
    assert changes(found, DESIRABLE[0], grid).size == 2**5 - 1
    assert findings(found, 1, grid)[0].trials == 2**5 - 1


def test_readings_choose_their_steps():
    found = values([subject("rand")], COARSE)[0]
    third = DESIRABLE[2]  # three numbers of noise clusters: 0, 1 and 6
    left = 10 * 3 * 3 * 2 * 3  # the other parameters, ε2 without 0
    assert len(changes(found, third, COARSE)) == left
    assert len(changes(found, third, COARSE, Steps(first=True))) == 2 * left
    assert len(changes(found, third, COARSE, Steps(pairs=True, first=True))) == 3 * left


def test_a_measure_blind_to_noise_has_neither_p3_nor_p6():
    grid = ClusteringGrid((5,), (0, 1, 2), (0, 1, 2), (0,), (0, 66), (0, 66))
    blind = np.zeros(grid.size)
    blind[:, 1:, :, :, 1:] -= 1  # it sees the error, but not how many groups share it
    blind[:, :, 1:, :, :, 1:] -= 1
    found = rates(blind, grid)
    assert found["P3"] == found["P6"] == 0
    assert found["P5"] == found["P7"] == 1


def test_findings_have_the_rates():
    (found,) = values([subject("rand")], COARSE)
    for one, (name, rate) in zip(findings(found, 1, COARSE), rates(found, COARSE).items(),
                                 strict=True):  # fmt: skip
        assert (one.name, one.rate) == (name, rate)
        assert one.holds is (rate == 1)
