"""Metric axioms, against a search written straight from their definitions."""

from itertools import product

import pytest

import partita
from partita.behavior.metric import drawn, metric_axioms, partitions
from partita.behavior.subject import subject


def test_partitions_are_as_many_as_bell_numbers():
    assert [len(partitions(n)) for n in range(1, 7)] == [1, 2, 5, 15, 52, 203]


def test_drawn_partitions_differ():
    rows = drawn(13, 0)
    assert len({tuple(row) for row in rows}) == len(rows)


# Meilă 2007: VI is a metric; Charon et al. 2006: so is the transfer distance; Mirkin's is one
@pytest.mark.parametrize(
    "name", ["variation_of_information", "transfer_distance", "mirkin", "split_join"]
)
def test_known_metrics(name):
    assert [found.answer for found in metric_axioms(subject(name))] == ["yes"] * 4


@pytest.mark.parametrize(
    "name", ["v_measure", "adjusted_rand", "purity", "jaccard", "homogeneity", "fowlkes_mallows"]
)
def test_answers_for_four_objects_are_those_of_the_definitions(name):
    own = partita.measure(name)
    all_of_four = [tuple(row) for row in partitions(4).tolist()]
    d = {(a, b): 1 - own(a, b) for a, b in product(all_of_four, repeat=2)}
    broken = any(d[a, c] > d[a, b] + d[b, c] + 1e-9 for a, b, c in product(all_of_four, repeat=3))
    crossed = any(abs(d[a, b] - d[b, a]) > 1e-9 for a, b in d)
    merged = any(a != b and abs(value) < 1e-9 for (a, b), value in d.items())
    _, separation, symmetry, triangle = metric_axioms(subject(name))
    # more objects can refute more, but not less
    assert not (broken and triangle.holds)
    assert not (crossed and symmetry.holds)
    assert not (merged and separation.holds)


def test_the_example_breaks_the_triangle():
    found = metric_axioms(subject("v_measure"))[3]
    first, second, whole = found.example.values
    assert whole > first + second
    values = [
        partita.v_measure.of(partita.Contingency.from_matrix(t)) for t in found.example.tables
    ]
    assert [1 - value for value in values] == pytest.approx([first, second, whole], abs=1e-12)
