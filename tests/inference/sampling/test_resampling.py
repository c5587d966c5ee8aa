from __future__ import annotations

import numpy as np
import pytest
from inference_tables import labels_of, sampled
from looping import for_each
from scipy import stats

import partita
from partita import _resample
from partita.chance import MODELS
from partita.chance.batch import Tables, kernel_statistic, scores
from partita.chance.enumeration import all_tables
from partita.chance.sampling import random_tables
from partita.inference import bootstrap_tables, replicate
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

PERMUTATION = MODELS["permutation"]

MEASURES = list(partita.MEASURES.values())
SHIPPED = [m for m in MEASURES if m.ours]
BATCHED = {"pairs", "information", "expected_information", "overlaps", "matching", "coding"}


def test_random_words_equal_philox() -> None:
    for seed, stream in ((0, 0), (7, 9), (2**64 - 1, 5)):
        key = np.array([seed, stream], dtype=np.uint64)
        expected = np.random.Philox(key=key).random_raw(23)
        assert np.array_equal(_resample.random_words(seed, stream, 23), expected)


def test_a_bootstrap_draw_is_multinomial() -> None:
    counts = np.array([1, 5, 40, 54, 900])
    drawn = _resample.bootstrap_counts(counts, 20000, 4)
    n, shares = counts.sum(), counts / counts.sum()
    assert (drawn.sum(axis=1) == n).all()
    error = np.sqrt(n * shares * (1 - shares) / len(drawn))
    assert (abs(drawn.mean(axis=0) - counts) < 4 * error).all()
    covariance = n * (np.diag(shares) - np.outer(shares, shares))
    variance = np.diag(covariance)
    spread = np.sqrt((np.outer(variance, variance) + covariance**2) / len(drawn))
    assert (abs(np.cov(drawn.T) - covariance) < 4.5 * spread).all()


def test_large_sparse_tables_are_drawn_object_by_object() -> None:
    random = np.random.default_rng(5)
    counts = random.integers(0, 4, _resample.SMALL_TABLE + 1)  # about 1.5 objects per cell
    drawn = _resample.bootstrap_counts(counts, 400, 4, 0, 1)
    n, shares = counts.sum(), counts / counts.sum()
    assert (drawn.sum(axis=1) == n).all()
    assert not drawn[:, counts == 0].any()
    # means of cells: a sum of df squared deviations, each of variance 2 + 1/(draws * count) or less
    kept, expected = counts > 0, 400.0 * counts[counts > 0]
    df = int(kept.sum()) - 1
    chi = ((drawn[:, kept].sum(axis=0) - expected) ** 2 / expected).sum()
    assert abs(chi - df) < 4.5 * np.sqrt(2 * df)
    # variances within a draw, and the covariance of two halves of the cells: -n p (1 - p)
    inside = ((drawn - counts) ** 2).sum(axis=1).mean()
    assert inside == pytest.approx((n * shares * (1 - shares)).sum(), rel=0.01)
    half = drawn[:, : len(counts) // 2].sum(axis=1)
    p = shares[: len(counts) // 2].sum()
    assert abs(half.mean() - n * p) < 4.5 * np.sqrt(n * p * (1 - p) / 400)
    assert half.var(ddof=1) == pytest.approx(n * p * (1 - p), rel=4.5 * np.sqrt(2 / 399))
    assert np.array_equal(drawn[150:160], _resample.bootstrap_counts(counts, 10, 4, 150, 2))


def test_a_random_table_has_the_probability_of_its_shuffles() -> None:
    table = Contingency.from_matrix([[3, 1, 0], [0, 2, 1], [1, 0, 2]])
    listed = all_tables(table, PERMUTATION)
    assert listed is not None
    tables, mass = listed.tables, listed.probabilities
    known = {tuple(row): k for k, row in enumerate(tables.counts.tolist())}
    for draw in (_resample.random_tables, _dense_shuffles):
        drawn = draw(table.class_sizes, table.cluster_sizes, 30000, 3)
        seen = np.bincount([known[tuple(row)] for row in drawn.tolist()], minlength=len(mass))
        often = mass * 30000 > 5
        expected = mass[often] / mass[often].sum() * seen[often].sum()
        assert stats.chisquare(seen[often], expected).pvalue > 1e-3


def _dense_shuffles(a: np.ndarray, b: np.ndarray, draws: int, seed: int) -> np.ndarray:
    offsets, rows, cols, counts = _resample.shuffled_tables(a, b, draws, seed)
    full = np.zeros((draws, len(a), len(b)), dtype=np.int64)
    full[np.repeat(np.arange(draws), np.diff(offsets)), rows, cols] = counts
    return full.reshape(draws, -1)


def test_probabilities_of_all_tables_are_hypergeometric() -> None:
    table = Contingency.from_matrix([[2, 1], [0, 2]])
    listed = all_tables(table, PERMUTATION)
    assert listed is not None
    tables, mass = listed.tables, listed.probabilities
    expected = stats.hypergeom(5, 3, 2).pmf(tables.counts[:, 0])
    assert np.allclose(mass, expected, rtol=1e-13)
    assert all_tables(table, PERMUTATION, 1) is None


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_and_chunks_change_nothing(table: Contingency, threads: int) -> None:
    names = ["adjusted_rand", "adjusted_mutual_information", "f_measure", "maximum_matching"]
    once = replicate(names, table, 60, rng=3, threads=1)
    assert np.array_equal(replicate(names, table, 60, rng=3, threads=threads), once)
    later = bootstrap_tables(table, 20, rng=3, start=40, threads=threads)
    assert np.array_equal(scores([choose(name) for name in names], later), once[40:])


@for_each(SHIPPED)
def test_replicates_are_scores_of_tables(measured: partita.Measure) -> None:
    drawn = bootstrap_tables(sampled(5, 4, 60, good=0.3), 20, rng=1)
    s = choose(measured)
    assert bool(kernel_statistic(s)) == (s.statistic in BATCHED)  # the others are read one by one
    expected = [measured.of(table) for table in drawn]
    assert np.allclose(scores([s], drawn)[:, 0], expected, rtol=1e-9, atol=1e-12)


def test_more_cells_than_objects_are_shuffled() -> None:
    table = sampled(12, 12, 50)
    (chunk,) = random_tables(table, PERMUTATION, 30, seed=0)
    assert not isinstance(chunk, Tables)
    s = choose("v_measure")
    assert scores([s], chunk)[:, 0].tolist() == pytest.approx([s.of(t) for t in chunk])
    sizes = np.sort(table.class_sizes)  # tables are drawn for sorted sizes, so names do not matter
    assert all(np.array_equal(np.sort(t.class_sizes), sizes) for t in chunk)


def test_your_own_measure_is_resampled_too(table: Contingency) -> None:
    @partita.register(symbol="own", formula="N11 / M")
    def own_measure_of_resampling(p: partita.statistics.PairCounts) -> float:
        return p.together / p.pairs

    try:
        both = replicate([own_measure_of_resampling, "rand"], table, 10)
        expected = [own_measure_of_resampling.of(t) for t in bootstrap_tables(table, 10)]
        assert both[:, 0].tolist() == expected
    finally:
        partita.measure.__globals__["_REGISTRY"].pop("own_measure_of_resampling")


def test_an_error_names_a_score_without_a_value() -> None:
    table = Contingency.from_matrix([[1, 0], [1, 0], [0, 1]])
    with pytest.raises(partita.UndefinedError, match="resampled table"):
        replicate(["minkowski_score"], table, 200)


def test_tables_beyond_int64_squares_are_read_one_by_one() -> None:
    table = Contingency.from_matrix([[3 * 10**9, 10**9], [10**9, 4 * 10**9]])
    values = replicate(["adjusted_rand", "v_measure"], table, 3)
    assert np.allclose(
        values, [[s(table) for s in (partita.adjusted_rand.of, partita.v_measure.of)]], atol=1e-3
    )


def test_labels_and_tables_agree(table: Contingency) -> None:
    truth, prediction = labels_of(table)
    by_labels = partita.inference.confidence_interval("rand", truth, prediction, draws=99)
    assert by_labels == partita.inference.confidence_interval("rand", table=table, draws=99)


@pytest.mark.parametrize("draws", [2**60, 2**62, 2**63, 2**64 - 1])
def test_more_draws_than_can_be_numbered_are_refused(draws):
    sizes = np.array([1, 1])
    with pytest.raises(OverflowError, match=rf"{draws} draws of 2 cells are more than 2\^60 - 1"):
        _resample.bootstrap_counts(sizes, draws, 1)
    with pytest.raises(OverflowError, match=rf"{draws} draws of 2 x 2 cells .* fewer draws at"):
        _resample.random_tables(sizes, sizes, draws, 1)
