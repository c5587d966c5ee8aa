"""Intervals around scores of corrected entropies."""

from __future__ import annotations

import numpy as np
import pytest
from inference_tables import sampled

import partita
from partita.inference import confidence_interval
from partita.table.contingency import Contingency

NAMES = ["v_measure", "variation_of_information", "mutual_information", "homogeneity"]


def sparse(seed: int, good: float = 0.3) -> Contingency:
    shares = good * np.eye(20) / 20 + (1 - good) / 400
    counts = np.random.default_rng(seed).multinomial(300, shares.ravel())
    return Contingency.from_matrix(counts.reshape(20, 20))


def test_corrections_count_objects_not_groups() -> None:
    with pytest.raises(partita.InputError, match="objects of a group are not"):
        confidence_interval(
            "v_measure", [0, 0, 1, 1], [0, 1, 1, 1], groups=[0, 0, 1, 1],
            bias_correction="miller-madow",
        )  # fmt: skip


def test_miller_and_madow_move_value_and_interval() -> None:
    table = sampled(5, 5, 200, good=0.1)
    plain = confidence_interval("mutual_information", table=table)
    moved = confidence_interval("mutual_information", table=table, bias_correction="miller-madow")
    shift = (table.nnz - 5 - 5 + 1) / (2 * table.n)
    assert moved.value == pytest.approx(plain.value - shift)
    assert moved.low < moved.value < moved.high
    assert moved.notes[:2] == ("Miller-Madow", f"uncorrected {plain.value:.4f}")


def test_only_entropies_are_corrected() -> None:
    table = sampled(5, 5, 200, good=0.1)
    for name in ("miller-madow", "chao-wang-jost"):
        with pytest.raises(partita.InputError, match="reads none"):
            confidence_interval("rand", table=table, bias_correction=name)
        with pytest.raises(partita.InputError, match="value of AMI for very many objects"):
            confidence_interval("AMI", table=table, bias_correction=name)
        with pytest.raises(partita.InputError, match="reads more than those"):
            confidence_interval("RMI", table=table, bias_correction=name)
        with pytest.raises(partita.InputError, match="leave out method='bca'"):
            confidence_interval("V", table=table, bias_correction=name, method="bca")


def test_intervals_of_sparse_tables_hold_the_true_score() -> None:
    """20 × 20 groups, 300 objects: V is 0.134, and the score 0.34 on average."""
    shares = 0.3 * np.eye(20) / 20 + 0.7 / 400
    whole = Contingency.from_matrix(np.round(shares * 4e15).astype(np.int64))
    truths = [partita.MEASURES[name].of(whole) for name in NAMES]
    held = np.zeros(len(NAMES))
    for seed in range(30):
        table = sparse(seed)
        for k, name in enumerate(NAMES):
            found = confidence_interval(
                name, table=table, draws=99, rng=seed, bias_correction="chao-wang-jost"
            )
            assert found.low <= found.value <= found.high
            assert found.notes[0] == "entropies of Chao, Wang and Jost"
            held[k] += found.low <= truths[k] <= found.high
    assert (held >= 26).all()  # 95% less 2 standard errors of the simulation


def test_a_sparse_table_says_what_to_read() -> None:
    table = sparse(0)
    for name in NAMES:
        plain = confidence_interval(name, table=table, draws=99)
        better = confidence_interval(name, table=table, draws=99, bias_correction="chao-wang-jost")
        told = f"pass bias_correction='chao-wang-jost', which gives {better.value:.4f}"
        assert plain.notes[-1] == told
    v = confidence_interval("V", table=table, draws=99, bias_correction="chao-wang-jost").value
    ami = confidence_interval("AMI", table=table, draws=99)
    assert ami.notes[-1] == f"AMI of very many objects is about {v:.4f}, which may be outside"
    joint = confidence_interval("AMI", table=table, draws=99, average="min").notes[-1]
    assert joint.startswith("AMI of very many objects is about ")
    assert joint != ami.notes[-1]
    for name in ("adjusted_rand", "b_cubed_f"):
        assert "very many" not in str(confidence_interval(name, table=table, draws=99))
    dense = confidence_interval("V", table=sampled(3, 3, 500, good=0.5), draws=99)
    assert not any("chao" in note for note in dense.notes)


def test_scores_at_their_bound_have_a_width() -> None:
    found = confidence_interval(
        "V", table=sparse(1, good=0.0), draws=99, bias_correction="chao-wang-jost"
    )
    assert found.low == 0
    assert found.high > 0.01
