"""`agreement` compares all pairs: a symmetric matrix, ordered by similarity."""

import numpy as np
import pytest

import partita
from partita import InputError
from partita.comparison import agreement

RNG = np.random.default_rng(0)
BASE = RNG.integers(0, 4, 200)


def clusterings():
    near = BASE.copy()
    near[:20] = 0
    far = RNG.permutation(BASE)
    return {"one": BASE, "far": far, "near": near, "far too": far + 4}


def test_the_matrix_is_symmetric_and_holds_the_measure():
    found = agreement(clusterings())
    assert np.array_equal(found.matrix, found.matrix.T)
    assert (found.matrix.diagonal() == 1).all()
    values = clusterings_of(found)
    assert found["one", "near"] == partita.adjusted_rand(values["one"], values["near"])
    assert found["far", "far too"] == 1.0


def clusterings_of(found):
    near = BASE.copy()
    near[:20] = 0
    return {"one": BASE, "near": near, "names": found.names}


@pytest.mark.parametrize("measure", ["adjusted_rand", "variation_of_information", "AMI"])
def test_similar_clusterings_are_adjacent(measure):
    order = agreement(clusterings(), measure=measure).order
    assert abs(order.index("far") - order.index("far too")) == 1
    assert abs(order.index("one") - order.index("near")) == 1


def test_a_distance_has_zeros_on_the_diagonal():
    found = agreement(clusterings(), measure="variation_of_information")
    assert (found.matrix.diagonal() == 0).all()
    assert (found.linkage[:, 2] >= 0).all()


def test_a_matrix_converts_to_a_frame():
    frame = agreement(clusterings()).to_frame()
    assert list(frame.index) == list(frame.columns) == ["one", "far", "near", "far too"]


def test_measures_that_are_not_symmetric_are_refused():
    with pytest.raises(InputError, match="homogeneity depends on which side is the truth"):
        agreement(clusterings(), measure="homogeneity")
    with pytest.raises(InputError, match="v_measure:beta=2"):
        agreement(clusterings(), measure="v_measure:beta=2")
    with pytest.raises(InputError, match="prediction holds 1 clusterings; pass at least 2"):
        agreement({"a": [0, 1]})
    with pytest.raises(InputError, match="no clustering is called 'x'"):
        agreement({"a": [0, 1], "b": [0, 0]})["a", "x"]


def test_frames_are_accepted_and_names_become_text():
    pandas = pytest.importorskip("pandas")
    found = agreement(pandas.DataFrame({1: [0, 0, 1], 2: [0, 0, 1]}))
    assert found.names == ("1", "2")
    assert found[1, 2] == found["1", "2"] == 1.0
    with pytest.raises(InputError, match="expected two clusterings"):
        found["1"]
