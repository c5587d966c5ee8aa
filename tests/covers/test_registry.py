"""Measures of covers: each against its definition, and every declared property."""

from __future__ import annotations

import pickle
from fractions import Fraction

import cover_oracle as oracle
import numpy as np
import pytest
from looping import in_turn

import partita
from partita import Cover, InputError
from partita.covers import COVER_MEASURES, CoverPair, element_scores
from partita.report.formats.references import bibliography

every = pytest.mark.parametrize("measure", COVER_MEASURES.values(), ids=lambda m: m.name)
cases = in_turn("seed", range(20))


def sets(rng, n, *, complete):
    """Random clusters, some large, some equal; with `complete` every element is in one."""
    share = rng.choice([0.1, 0.3, 0.6, 0.95], size=rng.integers(1, 6))
    found = [set(np.flatnonzero(rng.random(n) < p).tolist()) for p in share]
    found = [c for c in found if c] or [{0}]
    if rng.random() < 0.2:
        found.append(set(found[0]))
    if rng.random() < 0.2:
        found.append(set(range(n)))
    left = set(range(n)) - set().union(*found)
    return found + [left] * bool(left) if complete else found


def pair(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 14))
    complete = seed % 3 > 0
    return sets(rng, n, complete=complete), sets(rng, n, complete=complete), n


def cover(clusters, n):
    return Cover.from_clusters(clusters, elements=range(n), unassigned="keep")


def both(seed):
    a, b, n = pair(seed)
    return cover(a, n), cover(b, n)


DEFINITIONS = {
    "omega": oracle.omega,
    "b_cubed_precision": lambda a, b, n: oracle.b_cubed(b, a, n),
    "b_cubed_recall": oracle.b_cubed,
    "b_cubed_f": lambda a, b, n: harmonic(oracle.b_cubed(b, a, n), oracle.b_cubed(a, b, n)),
    "onmi_lfk": oracle.onmi_lfk,
    "onmi": oracle.onmi,
    "element_centric": lambda a, b, n: oracle.element_scores(a, b, n, 0.9).mean(),
    "best_match_f1": lambda a, b, _: oracle.best_match(a, b, oracle.f1),
    "best_match_jaccard": lambda a, b, _: oracle.best_match(a, b, oracle.jaccard),
}


def harmonic(p, r):
    return 2 * p * r / (p + r) if p + r else Fraction(0)


@every
@cases
def test_each_measure_equals_its_definition(measure, seed):
    a, b, n = pair(seed)
    value = measure(cover(a, n), cover(b, n))
    identical = sorted(map(sorted, a)) == sorted(map(sorted, b))
    expected = 1.0 if identical else float(DEFINITIONS[measure.name](a, b, n))
    assert value == pytest.approx(expected, abs=1e-12)
    assert type(value) is float


@cases
def test_omega_is_correctly_rounded(seed):
    a, b, n = pair(seed)
    exact = oracle.omega(a, b, n)
    if sorted(map(sorted, a)) != sorted(map(sorted, b)):
        assert partita.covers.omega(cover(a, n), cover(b, n)) == float(exact)


@pytest.mark.parametrize("average", ["max", "min", "arithmetic", "geometric"])
@cases
def test_normalizations_of_onmi(average, seed):
    a, b, n = pair(seed)
    if sorted(map(sorted, a)) != sorted(map(sorted, b)):
        value = COVER_MEASURES["onmi"](cover(a, n), cover(b, n), average=average)
        assert value == pytest.approx(min(oracle.onmi(a, b, n, average), 1), abs=1e-12)


@pytest.mark.parametrize("alpha", [0.05, 0.5, 0.99])
@cases
def test_element_scores_equal_their_definition(alpha, seed):
    a, b, n = pair(seed)
    found = element_scores(cover(a, n), cover(b, n), alpha=alpha)
    assert found.elements.tolist() == list(range(n))
    assert found.scores == pytest.approx(oracle.element_scores(a, b, n, alpha), abs=1e-12)


@every
@cases
def test_claims(measure, seed):
    a, b = both(seed)
    value = measure(a, b)
    assert measure.bounds[0] <= value <= measure.bounds[1]
    if measure.symmetric:
        assert measure(b, a) == pytest.approx(value, abs=1e-13)
    assert measure(a, a) == 1.0
    order = np.random.default_rng(seed).permutation(a.n)
    renamed = [
        Cover.from_clusters(
            {f"{k}": [f"{order[x]:03}" for x in v][::-1] for k, v in reversed(c.members().items())},
            elements=[f"{x:03}" for x in range(a.n)],
            unassigned="keep",
        )
        for c in (a, b)
    ]
    assert measure(*renamed) == pytest.approx(value, abs=1e-13)
    assert measure.of(CoverPair(a, b)) == value


@pytest.mark.parametrize("name", [m.name for m in COVER_MEASURES.values() if m.hard])
@cases
def test_partitions_give_the_hard_measure(name, seed):
    rng = np.random.default_rng(seed)
    truth, prediction = rng.integers(0, 4, (2, int(rng.integers(1, 30)))).tolist()
    expected = partita.measure(COVER_MEASURES[name].hard)(truth, prediction)
    found = COVER_MEASURES[name](Cover.from_labels(truth), Cover.from_labels(prediction))
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("alpha", [0.1, 0.9])
@cases
def test_element_centric_on_partitions_has_its_closed_form(alpha, seed):
    rng = np.random.default_rng(seed)
    truth, prediction = rng.integers(0, 4, (2, int(rng.integers(1, 30))))
    cells = partita.Contingency.from_labels(truth, prediction)
    shared = [
        Fraction(int(n) ** 2, int(max(cells.class_sizes[i], cells.cluster_sizes[j])))
        for i, j, n in zip(cells.rows, cells.cols, cells.counts, strict=True)
    ]
    found = COVER_MEASURES["element_centric"](
        Cover.from_labels(truth), Cover.from_labels(prediction), alpha=alpha
    )
    assert found == pytest.approx(float(sum(shared) / len(truth)), abs=1e-14)


@every
def test_covers_without_information(measure):
    whole = Cover.from_clusters([range(6)])
    single = Cover.from_clusters([[x] for x in range(6)])
    assert measure(whole, whole) == measure(single, single) == 1.0
    assert 0.0 <= measure(whole, single) <= (measure.name == "b_cubed_precision" or 0.4)
    one = Cover.from_clusters([["x"]])
    assert measure(one, one) == 1.0


@pytest.mark.parametrize("name", ["onmi", "onmi_lfk"])
def test_a_single_cluster_of_everything_has_no_information(name):
    whole = Cover.from_clusters([range(6)])
    assert COVER_MEASURES[name](whole, Cover.from_clusters([[0, 1, 2], [3, 4, 5]])) == 0.0


def test_the_power_set_scores_half_by_onmi_lfk_and_little_by_onmi():
    # McDaid, Greene and Hurley (2011) changed the normalization for this reason.
    subsets = [[x for x in range(8) if i >> x & 1] for i in range(1, 256)]
    power, small = Cover.from_clusters(subsets), cover([{0, 1, 2}], 8)
    assert COVER_MEASURES["onmi_lfk"](power, small) >= 0.5
    assert COVER_MEASURES["onmi"](power, small) < 0.1


@every
def test_words_and_references(measure):
    assert measure.reading.endswith((".", "?"))
    assert measure.drawback
    assert measure.formula
    assert measure.references
    assert set(measure.references) <= set(bibliography())
    assert pickle.loads(pickle.dumps(measure)) is measure
    assert measure.symbol in repr(measure)


def test_symbols_differ_from_those_of_other_measures():
    symbols = {m.symbol.casefold() for m in COVER_MEASURES.values()}
    assert len(symbols) == len(COVER_MEASURES)
    assert not symbols & {m.symbol.casefold() for m in partita.MEASURES.values()}


def test_what_is_refused():
    a = Cover.from_clusters([[0, 1], [1, 2]])
    with pytest.raises(InputError, match="first argument is a list, not a Cover"):
        partita.covers.omega([[0, 1]], a)
    with pytest.raises(InputError, match="no option 'beta'; its options: align"):
        partita.covers.omega(a, a, beta=2)
    with pytest.raises(InputError, match="alpha must be a number between 0 and 1"):
        partita.covers.element_centric(a, a, alpha=1)
    with pytest.raises(InputError, match="average must be one of"):
        partita.covers.onmi(a, a, average="mean")
    with pytest.raises(InputError, match="reads a CoverPair, not Cover"):
        partita.covers.omega.of(a)
    with pytest.raises(InputError, match=r"its clusters may overlap: use a measure of partita\.c"):
        partita.adjusted_rand(a, a)
