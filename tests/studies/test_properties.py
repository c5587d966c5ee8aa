"""Properties of measures on random tables, and `partita study properties`."""

import json

import numpy as np
import pytest
from command_line import Caller
from looping import in_turn

from partita import Contingency, InputError, UndefinedError, measure, register
from partita.measures.chosen import choose
from partita.measures.measure import MEASURES
from partita.statistics import PairCounts
from partita_studies.profile import criterion, profiles
from partita_studies.properties import (
    MATHEMATICAL,
    convex_additivity,
    left_domain,
    n_invariance,
    right_domain,
    symmetry,
    within_bounds,
)
from partita_studies.trials import (
    independent_tables,
    perfect_tables,
    random_tables,
    refinements,
    value_of,
)
from partita_studies.vmeasure.grid import COARSE

OURS = [name for name, one in MEASURES.items() if one.ours]


@pytest.fixture
def run(capsys):
    return Caller(capsys)


# Table 12 of Wu, Xiong and Chen with our correction: ε_n divided by the larger number of groups is
# always symmetric
@pytest.mark.parametrize(
    ("name", "symmetric", "invariant", "left"),
    [
        ("normalized_f_measure", False, True, False),
        ("normalized_variation_of_information", True, True, True),
        ("normalized_van_dongen", True, True, True),
        ("normalized_classification_error", True, True, False),
        ("adjusted_rand", True, False, False),
        ("normalized_fowlkes_mallows", True, False, False),
        ("hubert_gamma", True, False, False),
        ("v_measure", True, True, True),
    ],
)
def test_table_12(name, symmetric, invariant, left):
    assert symmetry(name).holds is symmetric
    assert n_invariance(name).holds is invariant
    assert convex_additivity(name).holds is False
    assert left_domain(name).holds is left
    assert right_domain(name).holds is True


@pytest.mark.parametrize(
    "name",
    # section 5 of the paper names the first four; E and P have it too
    ["f_measure", "van_dongen", "variation_of_information", "classification_error",
     "conditional_entropy", "purity"],
)  # fmt: skip
def test_convex_additive_measures(name):
    assert convex_additivity(name).holds


@in_turn("name", OURS)
def test_a_property_holds_if_and_only_if_it_is_claimed(name):
    own = measure(name)
    assert symmetry(name).holds is own.symmetric
    assert n_invariance(name).holds is own.n_invariant
    assert convex_additivity(name).holds is own.convex_additive
    assert within_bounds(name).holds


def test_adjusted_rand_is_invariant_asymptotically():
    defects = [n_invariance("adjusted_rand", scale=scale).worst for scale in (1, 10, 1000)]
    assert defects[0] > 10 * defects[1] > 10 * defects[2]


def test_counterexamples_violate_the_property():
    found = symmetry("purity")
    assert found.witness == ((1, 1),)  # one class in two clusters: 1, and 1/2 transposed
    assert found.values == (1.0, 0.5)
    assert found.worst >= 0.5
    table = Contingency.from_matrix(found.witness)
    assert measure("purity").of(table) != measure("purity").of(table.T)


def test_a_property_that_holds_has_no_counterexample():
    found = symmetry("rand")
    assert (found.holds, found.witness, found.values, found.tried) == (True, None, None, 400)
    assert found.worst <= 1e-12


def test_options_matter():
    assert symmetry("v_measure:beta=1").holds
    assert not symmetry(("v_measure", {"beta": 0.5})).holds


def test_the_same_seed_gives_the_same_tables():
    again = random_tables.__wrapped__(5, 30)
    assert random_tables(5, 30) == again
    assert random_tables(6, 30) != again


def test_independent_tables_are_products_of_their_margins():
    for table in independent_tables(0, 20):
        cells = table.to_scipy().toarray()
        assert min(cells.shape) > 1
        assert np.array_equal(cells * table.n, np.outer(cells.sum(axis=1), cells.sum(axis=0)))


def test_perfect_tables_are_perfect():
    assert all(table.perfect for table in perfect_tables(0, 20))


def test_refinements_are_refinements():
    for place, (whole, blocks) in enumerate(refinements(0, 20)):
        rows = [one.T if place % 2 else one for one in blocks]
        cells = (whole.T if place % 2 else whole).to_scipy().toarray()
        assert ((cells > 0).sum(axis=0) == 1).all()
        assert [block.n for block in rows] == cells.sum(axis=1).tolist()


# --- profiles -------------------------------------------------------------------------------------


def test_criterion_1_drops_entropy_purity_and_mutual_information():
    # Table 4 of the paper; MAP and GK are purity, h and B-cubed precision share its fault, MUC
    # and the count of merges see pieces but not sizes, and E[I] is not a score
    failing = {name for name in OURS if not criterion(name).holds}
    named = {"conditional_entropy", "purity", "mutual_information"}
    like = {"micro_averaged_precision", "goodman_kruskal", "homogeneity", "cluster_entropy",
            "b_cubed_precision", "pair_precision", "b_cubed_precision_of_others",
            "edit_pantel_lin", "goodman_kruskal_tau", "lea_precision",
            "normalized_purity"}  # fmt: skip
    like |= {"pair_specificity", "adjusted_wallace_h", "pair_overlap", "nce_under"}
    like |= {"reduced_mutual_information"}
    # even clusters vary less under chance, so the same value is more deviations above it
    like |= {"normalized_lerman", "standardized_rand", "standardized_mutual_information"}
    pieces = {"basic_merge_distance", "muc_f", "muc_precision", "muc_recall"}
    assert failing == named | like | pieces | {"expected_mutual_information"}


def test_a_profile_has_all_properties():
    (found,) = profiles(["v_measure:beta=0.5"], grid=COARSE)
    assert found.measure == "v_measure:beta=0.5"
    assert set(found.desirable.values()) == {1.0}
    assert found.criterion.holds
    assert [one.name for one in found.mathematical] == [one.name for one in _tried()]


def _tried():
    return [one("rand") for one in MATHEMATICAL]


def _own(**claims):
    @register(symbol="own of study", formula="N11 / M", **claims)
    def own_of_study(p: PairCounts) -> float:
        return p.together / p.pairs  # divides by zero if there are no pairs

    return own_of_study


def test_a_measure_of_the_user_may_lack_a_value():
    own = _own(symmetric=True)
    one = Contingency.from_matrix([[1]])
    assert value_of(choose(own), one) is None
    (found,) = profiles([own], grid=COARSE)
    assert found.desirable["P1"] == 0  # the matches shrink with every useful cluster
    assert found.mathematical[0].holds


def test_a_measure_of_the_user_that_fails_is_reported():
    @register(symbol="broken of study", formula="?")
    def broken_of_study(p: PairCounts) -> float:
        raise KeyError(p)

    with pytest.raises(InputError, match="broken_of_study: its formula fails"):
        symmetry(broken_of_study)


def test_a_measure_without_a_value_anywhere_has_rate_0():
    @register(symbol="void of study", formula="?")
    def void_of_study(p: PairCounts) -> float:
        raise UndefinedError("nothing")

    (found,) = profiles([void_of_study], grid=COARSE)
    assert set(found.desirable.values()) == {0.0}
    assert found.criterion.first is None
    assert not found.criterion.holds


# --- the command ----------------------------------------------------------------------------------


def test_study_properties_prints_three_tables(run):
    status, out, err = run("study", "properties", "--measure", "V", "purity", "--quick")
    assert (status, err) == (0, "")
    for words in ("Desirable properties", "Criterion 1", "Mathematical properties"):
        assert words in out
    assert "purity lacks symmetry: [[1, 1]] gives 1, not 0.5." in out


def test_study_properties_as_data(run):
    status, out, _ = run("study", "properties", "--measure", "R", "--quick", "--format", "json")
    assert status == 0
    (record,) = json.loads(out)["measures"]
    assert record["measure"] == "rand"
    assert record["desirable"]["P4"] == 1
    assert record["mathematical"][0]["name"] == "symmetry"


MODULE = '''
from partita import register
from partita.statistics import PairCounts

@register(symbol="study import", formula="N11 / P", symmetric=True)
def imported_for_study(p: PairCounts) -> float:
    """Pairs kept."""
    return p.together / p.truth_pairs if p.truth_pairs else 1.0
'''


def test_a_module_of_the_user_is_imported(run, tmp_path, monkeypatch):
    (tmp_path / "measures_for_study.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    status, out, err = run("study", "properties", "--import", "measures_for_study", "--quick")
    assert (status, err) == (0, "")
    assert "imported_for_study lacks symmetry, although the measure claims it" in out


@pytest.mark.parametrize(
    ("name", "said"),
    [("no_such_module_here", "No module named"), ("file.py", "the name of a module")],
)
def test_modules_that_cannot_be_imported_are_rejected(run, name, said):
    status, _, err = run("study", "properties", "--import", name)
    assert status == 2
    assert said in err


def test_a_negative_seed_is_rejected(run):
    status, _, err = run("study", "properties", "--measure", "V", "--seed", "-1")
    assert status == 2
    assert "--seed" in err
