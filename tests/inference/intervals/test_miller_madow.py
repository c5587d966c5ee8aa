"""The correction of Miller and Madow."""

from __future__ import annotations

import pytest
from inference_tables import sampled

import partita
from partita.inference import confidence_interval


def test_miller_and_madow_count_objects_not_groups() -> None:
    with pytest.raises(partita.InputError, match="objects of a group are not"):
        confidence_interval(
            "v_measure", [0, 0, 1, 1], [0, 1, 1, 1], groups=[0, 0, 1, 1],
            bias_correction="miller-madow",
        )  # fmt: skip


def test_miller_and_madow_move_value_and_interval() -> None:
    table = sampled(5, 5, 200, good=0.1)
    plain = confidence_interval("mutual_information", table=table, method="percentile")
    moved = confidence_interval(
        "mutual_information", table=table, method="percentile", bias_correction="miller-madow"
    )
    shift = (table.nnz - 5 - 5 + 1) / (2 * table.n)
    assert moved.value == pytest.approx(plain.value - shift)
    assert moved.high < plain.high
    with pytest.raises(partita.InputError, match="reads none"):
        confidence_interval("rand", table=table, bias_correction="miller-madow")
    with pytest.raises(partita.InputError, match="already"):
        confidence_interval("AMI", table=table, bias_correction="miller-madow")
