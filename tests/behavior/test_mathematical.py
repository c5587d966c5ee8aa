"""Mathematical properties: Table 12 of Wu, Xiong and Chen (2009), and counterexamples."""

import pytest

from partita import Contingency, measure
from partita.behavior.mathematical import (
    convex_additivity,
    left_domain,
    n_invariance,
    right_domain,
    sensitivity,
    symmetry,
)
from partita.behavior.subject import subject


# Table 12 with our correction: ε_n divided by the larger number of groups is always symmetric
@pytest.mark.parametrize(
    ("name", "symmetric", "invariant", "left"),
    [
        ("normalized_f_measure", "no", "yes", "no"),
        ("normalized_variation_of_information", "yes", "yes", "yes"),
        ("normalized_van_dongen", "yes", "yes", "yes"),
        ("normalized_classification_error", "yes", "yes", "no"),
        ("adjusted_rand", "yes", "asymptotically", "asymptotically"),
        ("normalized_fowlkes_mallows", "yes", "asymptotically", "asymptotically"),
        ("hubert_gamma", "yes", "asymptotically", "asymptotically"),
        ("v_measure", "yes", "yes", "yes"),
    ],
)
def test_table_12(name, symmetric, invariant, left):
    own = subject(name)
    assert symmetry(own).answer == symmetric
    assert n_invariance(own).answer == invariant
    assert convex_additivity(own).answer == "no"
    assert left_domain(own).answer == left
    assert right_domain(own).answer == "yes"


# What depends on n: 1/(n - 1) in pairs, log n / n in code lengths, 1/log n in the share of log n
@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("rand", "asymptotically"),
        ("southwood", "asymptotically"),
        ("reduced_mutual_information", "asymptotically"),
        ("dom_q0", "asymptotically"),
        ("variation_of_information_by_objects", "no"),
        ("mirkin", "no"),
        ("chi_squared", "no"),
    ],
)
def test_what_fades_with_the_number_of_objects(name, answer):
    assert n_invariance(subject(name)).answer == answer


@pytest.mark.parametrize(
    "name",
    # section 5 of the paper names the first four; E and P have it too
    ["f_measure", "van_dongen", "variation_of_information", "classification_error",
     "conditional_entropy", "purity"],
)  # fmt: skip
def test_convex_additive_measures(name):
    assert convex_additivity(subject(name)).holds


def test_counterexamples_violate_the_property():
    found = symmetry(subject("purity"))
    assert found.example.tables == (((1, 1),),)  # one class in two clusters: 1, and 1/2 transposed
    assert found.example.values == (1.0, 0.5)
    table = Contingency.from_matrix(found.example.tables[0])
    assert (measure("purity").of(table), measure("purity").of(table.T)) == found.example.values


def test_a_property_that_holds_has_no_counterexample():
    found = symmetry(subject("rand"))
    assert (found.answer, found.rate, found.trials, found.example) == ("yes", 1.0, 400, None)


def test_options_matter():
    assert symmetry(subject("v_measure:beta=1")).holds
    assert not symmetry(subject(("v_measure", {"beta": 0.5}))).holds


def test_measures_of_maxima_miss_changes_that_entropy_sees():
    # Section 5: VD_n and F_n use maxima and are less sensitive, VI_n is the most sensitive.
    entropy = sensitivity(subject("normalized_variation_of_information"))
    for name in ("normalized_van_dongen", "normalized_f_measure"):
        found = sensitivity(subject(name))
        assert found.rate < entropy.rate
        before, after = (Contingency.from_matrix(table) for table in found.example.tables)
        assert measure(name).of(before) == pytest.approx(measure(name).of(after), abs=1e-12)
