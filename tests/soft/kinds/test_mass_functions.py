"""Masses as other libraries give them: a mapping for each object, or a matrix with its sets.

`ECM` and `SETS` are rows 8 and 3 of `mass`, and `F`, which `evclust.ecm.ecm` 0.2.1 returns for
Anderson's irises in three clusters (alpha 0.1, beta 1.1, delta 9), with every digit. The mass of
the empty set is what 1 - Σ m leaves, with either sign.
"""

from __future__ import annotations

import importlib
from fractions import Fraction as Q

import numpy as np
import pandas as pd
import pytest

from partita import InputError, expectation
from partita.soft import Evidential

CAT, DOG = frozenset({"cat"}), frozenset({"dog"})
EITHER, NONE = CAT | DOG, frozenset()
PETS = [{CAT: 1.0}, {CAT: 0.6, EITHER: 0.4}, {DOG: 0.5, EITHER: 0.5}, {DOG: 1.0}]

SETS = np.array(
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]], float
)
ECM = np.array(
    [
        [
            *(-2.220446049250313e-16, 6.848975091403968e-13, 6.686195109957722e-18),
            *(5.118875437970083e-16, 0.9999999540501957, 4.594783752451268e-08),
            *(7.935926436402199e-13, 4.879187029462418e-13),
        ],
        [
            *(2.220446049250313e-16, 1.8249727367474585e-16, 1.5074819459693685e-21),
            *(1.2781908788836023e-19, 0.9999999999575582, 4.244086317066008e-11),
            *(3.6610466539565947e-16, 1.8971606879214122e-16),
        ],
    ]
)


def test_mappings_and_a_matrix_make_the_same_clustering():
    matrix = Evidential(
        [[1, 0, 0], [0.6, 0, 0.4], [0, 0.5, 0.5], [0, 1, 0]], [{"cat"}, {"dog"}, {"cat", "dog"}]
    )
    assert Evidential(PETS) == matrix
    assert Evidential(np.array(PETS)) == matrix
    assert Evidential(tuple(PETS)) == matrix


def test_the_index_of_a_series_is_kept():
    series = pd.Series(PETS, index=list("wxyz"))
    with pytest.raises(InputError, match="different indices"):
        expectation("rand", series.map(len)[::-1], Evidential(series))


def test_sets_are_ordered_by_size_and_then_by_clusters():
    """Whatever comes first: a reader of `focal_sets` finds the same order for every data set."""
    given = Evidential(PETS[::-1])
    assert given.focal_sets.astype(int).tolist() == [[1, 0], [0, 1], [1, 1]]
    assert given.clusters.tolist() == ["cat", "dog"]


def test_clusters_that_no_mapping_names():
    given = Evidential(PETS, clusters=["dog", "bird", "cat"])
    assert given.clusters.tolist() == ["dog", "bird", "cat"]
    assert given.focal_sets.astype(int).tolist() == [[1, 0, 0], [0, 0, 1], [1, 0, 1]]


def test_masses_of_one_set_written_twice_are_one_column():
    given = Evidential([{frozenset({1}): 1}, {frozenset({np.int8(1)}): 0.5, frozenset({2}): 0.5}])
    assert given.masses.tolist() == [[1.0, 0.0], [0.5, 0.5]]


def test_names_that_python_takes_for_equal_stay_apart():
    given = Evidential([{frozenset({1}): 1.0}, {frozenset({"1"}): 1.0}, {frozenset({True}): 1.0}])
    assert len(given.focal_sets) == given.k == 3


def test_fractions_are_numbers():
    given = Evidential([{CAT: Q(1, 4), EITHER: Q(3, 4)}])
    assert given.masses.tolist() == [[0.25, 0.75]]


def test_mass_on_the_empty_set_needs_a_choice():
    given = [{NONE: 0.5, CAT: 0.25, DOG: 0.25}, {CAT: 0.5, DOG: 0.5}]
    with pytest.raises(InputError, match=r"row 0 puts 0\.5 on the empty set: choose"):
        Evidential(given)
    assert Evidential(given, empty="condition").masses.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert Evidential(given, empty="omega").masses.tolist() == [[0.25, 0.25, 0.5], [0.5, 0.5, 0.0]]
    assert Evidential(given, empty="noise_singleton").k == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (PETS[0], r"masses is a mapping: pass a list with one mapping for each object"),
        ([{"cat": 1.0}], r"masses\[0\] has the key 'cat', which is not a set: write frozenset"),
        ([{("cat", "dog"): 1.0}], r"the key \('cat', 'dog'\), which is not a set"),
        ([*PETS, 5], r"masses\[4\] is 5, not a mapping"),
        ([{}], "only empty mappings"),
        ([PETS[0], {}], r"masses row 1 sums to 0\.0, not 1"),
        ([{CAT: 0.5}], r"masses row 0 sums to 0\.5, not 1: .* or move the rest to the set of all"),
        ([{CAT: 1.5, DOG: -0.5}], r"masses\[0\] gives -0\.5 to \{'dog'\}: masses are numbers"),
        ([{CAT: "much"}], r"masses\[0\] gives 'much' to \{'cat'\}: masses are numbers"),
        ([{CAT: None}], r"masses\[0\] gives None to"),
        ([{CAT: float("nan")}], r"masses\[0\] gives nan to"),
        ([{NONE: 1.0}], "only empty sets"),
    ],
)
def test_bad_mappings_are_refused_with_object_and_remedy(given, message):
    with pytest.raises(InputError, match=message):
        Evidential(given)


def test_arguments_that_do_not_belong_to_mappings():
    with pytest.raises(InputError, match="name their sets: omit focal_sets"):
        Evidential(PETS, [CAT, DOG, EITHER])
    with pytest.raises(InputError, match=r"masses\[0\] holds 'cat', which is not among clusters"):
        Evidential(PETS, clusters=["dog"])
    with pytest.raises(InputError, match="masses is a matrix of 2 columns: pass focal_sets"):
        Evidential([[0.5, 0.5]])


def test_rounding_of_either_sign_on_the_empty_set():
    """Negative rounding counts as 0; a positive rest still needs a choice, so none is dropped."""
    with pytest.raises(InputError, match=r"row 1 puts 2\.22.*e-16 on the empty set"):
        Evidential(ECM, SETS)
    first = Evidential(ECM[:1], SETS)
    assert first.masses[0].tolist() == ECM[0, 1:].tolist()
    assert Evidential(ECM, SETS, empty="condition").n == 2


def test_negative_masses_beyond_rounding_are_refused():
    with pytest.raises(InputError, match="never negative"):
        Evidential([[-1e-6, 1 + 1e-6]], [{1}, {2}])
    with pytest.raises(InputError, match=r"gives -1e-06 to \{2\}"):
        Evidential([{frozenset({1}): 1 + 1e-6, frozenset({2}): -1e-6}])


def test_mass_functions_of_py_dempster_shafer():
    pyds = pytest.importorskip("pyds")
    given = [
        pyds.MassFunction({"a": 0.4, "ab": 0.6}),
        pyds.MassFunction([({"a", "b"}, 0.5), ({"c"}, 0.3), (set(), 0.2)]),
    ]
    with pytest.raises(InputError, match="empty set"):
        Evidential(given)
    assert Evidential(given, empty="omega").masses.tolist() == [
        [0.4, 0.0, 0.6, 0.0],
        [0.0, 0.3, 0.5, 0.2],
    ]


@pytest.mark.parametrize("empty", ["condition", "omega", "noise_singleton"])
def test_results_of_evclust(empty):
    pytest.importorskip("evclust")
    points = np.random.default_rng(1).normal(size=(40, 2)) + np.repeat([[0, 0], [4, 4]], 20, axis=0)
    found = importlib.import_module("evclust.ecm").ecm(x=pd.DataFrame(points), c=2, disp=False)
    given = Evidential(found["mass"], found["F"], empty=empty)
    if empty == "condition":  # `mass_n` is the mass that evclust divides by 1 - m(∅) itself
        assert np.abs(given.masses - found["mass_n"]).max() < 1e-12
    assert expectation("rand", np.repeat([0, 1], 20), given).value > 0.7
