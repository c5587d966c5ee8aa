"""`partita.properties` finds what measures have, refutes what they lack, and shows the proof."""

import json
import re

import numpy as np
import pytest
from looping import in_turn

import partita
from partita import Contingency, InputError, UndefinedError, measure, register
from partita.behavior.mathematical import (
    convex_additivity,
    left_domain,
    n_invariance,
    right_domain,
    symmetry,
    within_bounds,
)
from partita.behavior.properties import property_matrix
from partita.behavior.subject import subject
from partita.measures.measure import MEASURES
from partita.statistics import PairCounts

OURS = [name for name, one in MEASURES.items() if one.ours]


@in_turn("name", OURS)
def test_claims_hold_and_what_holds_is_claimed(name):
    own, tried = measure(name), subject(name)
    assert symmetry(tried).holds is own.symmetric
    assert n_invariance(tried).holds is own.n_invariant
    assert convex_additivity(tried).holds is own.convex_additive
    assert within_bounds(tried).holds
    best, worst = (1.0, 0.0) if own.better == "higher" else (0.0, 1.0)
    if own.perfect is not None:
        assert right_domain(tried).holds is (own.perfect == best)
    if own.independence is not None:
        assert left_domain(tried).holds is (own.independence == worst)


def plain(name):
    """A measure of partita as a plain function of labels, without any claims."""

    def function(truth, prediction):
        return measure(name)(truth, prediction)

    return function


# Twelve claims that are false; the sources say why.
FALSE = {
    "purity is symmetric": ("purity", "symmetry"),  # Wu et al. 2009, Property 1
    "the Rand index is n-invariant": ("rand", "n-invariance"),  # R has n(n - 1)/2 pairs
    "V is convex additive": ("v_measure", "convex additivity"),  # Wu et al. 2009, section 5
    "Rand is 0 at independence": ("rand", "left-domain completeness"),
    "mutual information of identical partitions is 1": (
        "mutual_information",
        "right-domain completeness",
    ),
    "NMI by its mean is a metric": ("normalized_mutual_information", "triangle inequality"),
    "ARI is a metric": ("adjusted_rand", "triangle inequality"),
    "homogeneity separates partitions": ("homogeneity", "separation"),
    "random labels score the same V for any k": ("v_measure", "constant baseline"),
    "purity falls with too many clusters": ("purity", "P2"),  # Rosenberg and Hirschberg, 3
    "F sees every noise cluster": ("f_measure", "P3"),  # Table 2 prints 0
    "purity sees the uniform effect": ("purity", "Criterion 1"),  # Wu et al. 2009, Table 4
}


@in_turn("claim", FALSE)
def test_false_claims_are_found(claim):
    name, wanted = FALSE[claim]
    found = partita.properties(name, grid="coarse")[wanted]
    assert found.answer != "yes"
    assert found.example is not None


# Twelve measures with one claim each that is false: two of every kind of claim.
PLANTED = {
    "symmetry": [("purity", {"symmetric": True}), ("f_measure", {"symmetric": True})],
    "n-invariance": [("rand", {"n_invariant": True}), ("dom_q0", {"n_invariant": True})],
    "convex additivity": [
        ("v_measure", {"convex_additive": True}),
        ("normalized_van_dongen", {"convex_additive": True}),
    ],
    "left-domain completeness": [
        ("adjusted_rand", {"independence": 0.0}),  # only on average
        ("van_dongen", {"independence": 1.0}),
    ],
    "right-domain completeness": [
        ("mutual_information", {"perfect": 1.0}),
        ("dom_q0", {"perfect": 0.0}),
    ],
    "bounds": [
        ("adjusted_rand", {"bounds": (0.0, 1.0)}),  # it can be -0.5
        ("variation_of_information", {"bounds": (0.0, 1.0)}),
    ],
}


@pytest.mark.parametrize("kind", PLANTED)
def test_planted_false_claims_are_named_and_true_ones_are_not(kind):
    for source, claim in PLANTED[kind]:
        own = measure(source)
        true = {"better": own.better, "bounds": own.bounds, "symmetric": own.symmetric}
        name = f"planted_{source}_{kind}".translate(str.maketrans(" -", "__"))
        made = register(symbol=name, formula="?", **{**true, **claim})(copied(own, name))
        found = partita.properties(made, grid="small")
        assert [one.name for one in found if one.false_claim] == [kind]
        assert f"{kind}, although the measure claims it" in str(found)


def copied(own, name):
    """A formula with the values of a measure, and none of its claims."""

    def formula(table: Contingency) -> float:
        return own.of(table)

    formula.__name__ = name
    return formula


def test_a_plain_function_has_the_findings_of_the_measure():
    ours = partita.properties("jaccard", grid="small")
    for other in (plain("jaccard"), lambda table: measure("jaccard").of(table)):
        found = partita.properties(other, grid="small")
        for one, same in zip(ours, found, strict=True):
            if one.name not in {"bounds", "constant baseline"}:  # claimed; by formula
                assert (one.answer, one.rate) == (same.answer, same.rate), one.name


def test_a_distance_is_read_as_one():
    found = partita.properties(plain("variation_of_information"), better="lower")
    for name in ("identity", "separation", "symmetry of the distance", "triangle inequality"):
        assert found[name].holds  # Meilă 2007: VI is a metric
    assert found["triangle inequality"].decided


def test_everything_prints_and_goes_to_json():
    found = partita.properties("purity", grid="coarse")
    assert "symmetry: [[1, 1]]: 1, not 0.5" in str(found)
    assert json.loads(found.to_json())["measures"][0]["measure"] == "purity"
    assert list(found.to_frame()["name"]) == [one.name for one in found]
    assert "<table" in found._repr_html_()


def test_a_matrix_has_a_row_for_each_measure():
    found = property_matrix(["rand", "van_dongen"], grid="coarse")
    assert [one.measure for one in found] == ["rand", "van_dongen"]
    assert found["rand"]["symmetry"].holds
    assert found.to_frame().loc["rand", "n-invariance"] == "asymptotically"
    assert "van_dongen" in str(found)
    with pytest.raises(InputError, match="the measures are rand, van_dongen"):
        found["purity"]


def test_a_matrix_takes_functions_too():
    def own(table):
        return measure("jaccard").of(table)

    found = property_matrix([own, "jaccard"], grid="small")
    assert [one.measure for one in found] == ["own", "jaccard"]
    assert [one.answer for one in found["own"]][:20] == [one.answer for one in found["jaccard"]][
        :20
    ]
    assert property_matrix(own, grid="small")["own"] == found["own"]
    with pytest.raises(InputError, match="grid='small', or pass a function of a contingency table"):
        property_matrix([plain("rand"), "rand"])


def test_the_same_seed_finds_the_same():
    first, again = (partita.properties("f_measure", grid="coarse", rng=3) for _ in range(2))
    assert first == again
    assert first.seed == 3


def test_a_measure_may_lack_a_value():
    @register(symbol="own behavior", formula="N11 / M", symmetric=True)
    def own_behavior(p: PairCounts) -> float:
        return p.together / p.pairs  # a single object has no pairs

    assert subject(own_behavior).of(Contingency.from_matrix([[1]])) is None
    found = partita.properties(own_behavior, grid="coarse")
    assert found["P1"].rate == 0  # the matches shrink with every useful cluster
    assert found["symmetry"].holds


def test_a_false_claim_is_named_as_such():
    @register(symbol="false behavior", formula="N11 / P", symmetric=True)
    def false_behavior(p: PairCounts) -> float:
        return p.together / p.truth_pairs if p.truth_pairs else 1.0

    found = partita.properties(false_behavior, grid="coarse")
    assert found["symmetry"].claimed
    assert not found["n-invariance"].claimed
    assert "symmetry, although the measure claims it: [[" in str(found)
    matrix = property_matrix(["rand", false_behavior], grid="coarse")
    assert "false_behavior, symmetry, although the measure claims it: [[" in str(matrix)


def test_ours_claim_nothing_false():
    for one in property_matrix(["rand", "v_measure", "purity", "van_dongen"], grid="coarse"):
        assert [found.name for found in one if found.claimed and found.answer == "no"] == []


def test_a_measure_without_any_value_says_so():
    @register(symbol="void behavior", formula="?")
    def void_behavior(p: PairCounts) -> float:
        raise UndefinedError("nothing")

    found = partita.properties(void_behavior, grid="coarse")
    assert {one.answer for one in found} == {"no value"}
    assert "Counterexamples" not in str(found)


def test_a_function_states_no_bounds():
    found = partita.properties(lambda table: 1 - table.nnz, grid="coarse")["bounds"]
    assert found.answer == "yes"
    assert found.statement == "All values are within the stated bounds, and none are stated."


def test_a_formula_that_fails_is_reported_on_a_small_table():
    def broken(table):
        raise KeyError("cell")

    words = "broken fails on the table [[2, 1, 0], [0, 1, 2]] (rows are classes): KeyError('cell')"
    with pytest.raises(InputError, match=re.escape(words)):
        partita.properties(broken, grid="coarse")


def test_unknown_properties_and_grids_are_refused():
    found = partita.properties("rand", grid="coarse")
    with pytest.raises(InputError, match="the names are 'P1', 'P2'"):
        found["P9"]
    with pytest.raises(InputError, match="grid must be one of 'full', 'coarse'"):
        partita.properties("rand", grid="fine")
    with pytest.raises(InputError, match="would be called with 1,663,200,000 labels"):
        partita.properties(plain("rand"), grid="full")


def test_examples_are_counterexamples():
    """The values that are shown are those of the tables that are shown."""
    for name in ("purity", "rand", "f_measure", "v_measure"):
        for found in partita.properties(name, grid="coarse"):
            if found.name.startswith("P") and found.name[1:].isdigit() and found.example:
                before, after = (np.array(table) for table in found.example.tables)
                shares = before / before.sum(), after / after.sum()
                assert all(share.min() >= 0 for share in shares)
                if measure(name).n_invariant:
                    values = [measure(name).of(Contingency.from_matrix(t)) for t in (before, after)]
                    assert values == pytest.approx(list(found.example.values), rel=1e-9)
