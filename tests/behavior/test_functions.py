"""Plain functions as measures: every kind is read, and what is no measure is told what to write."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
import sklearn.metrics

import partita
from partita import Contingency, InputError, UndefinedError
from partita.behavior.subject import subject

TABLE = Contingency.from_matrix([[3, 1], [0, 2]])


def undefined(_truth, _prediction):
    raise UndefinedError("nothing")


def weighted(beta, table):
    return partita.v_measure.of(table, beta=beta)


class Called:
    def __call__(self, _truth, _prediction):
        return 0.5


# What scikit-learn calls by other names; Vinh et al. 2010 and Rosenberg and Hirschberg 2007 define
# them, so the values are those of the measures of partita.
SKLEARN = {
    "adjusted_rand_score": "adjusted_rand",
    "rand_score": "rand",
    "fowlkes_mallows_score": "fowlkes_mallows",
    "mutual_info_score": "mutual_information",
    "adjusted_mutual_info_score": "adjusted_mutual_information",
    "normalized_mutual_info_score": "normalized_mutual_information",
    "homogeneity_score": "homogeneity",
    "completeness_score": "completeness",
    "v_measure_score": "v_measure",
}


@pytest.mark.parametrize("name", SKLEARN)
def test_functions_of_scikit_learn_are_read(name):
    own = subject(getattr(sklearn.metrics, name))
    assert (own.label, own.reads) == (name, "labels")
    assert own.of(TABLE) == pytest.approx(subject(SKLEARN[name]).of(TABLE), abs=1e-9)


def test_functions_of_scikit_learn_have_the_properties_of_the_measure():
    beta = partial(sklearn.metrics.v_measure_score, beta=0.5)
    found, ours = partita.properties(beta), partita.properties("v_measure:beta=0.5", grid="small")
    assert found.measure == "v_measure_score:beta=0.5"
    answers = {one.name: one.answer for one in ours}
    assert {one.name: one.answer for one in found} == answers
    assert answers["symmetry"] == "no"  # V is symmetric for beta = 1 only


@pytest.mark.parametrize(
    ("function", "label", "reads"),
    [
        (partita.rand.of, "rand", "table"),
        (partial(weighted, 2.0), "weighted", "table"),
        (partial(partita.v_measure, beta=2.0), "v_measure:beta=2.0", "labels"),
        (Called(), "Called", "labels"),
    ],
)  # fmt: skip
def test_functions_of_every_kind_are_read(function, label, reads):
    own = subject(function)
    assert (own.label, own.reads) == (label, reads)
    assert isinstance(own.of(TABLE), float)


@pytest.mark.parametrize(
    "number", [1, True, np.float32(1), np.array(1.0), Decimal(1), Fraction(1)], ids=repr
)
def test_numbers_of_every_kind_are_read(number):
    assert subject(lambda _a, _b: number).of(TABLE) == 1.0


@pytest.mark.parametrize("function", [undefined, lambda _a, _b: 1 / 0])
def test_no_value_is_none(function):
    assert subject(function).of(TABLE) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ((0.5, 1.0), "returns a tuple of 2: pass a function that returns one of them, for example"),
        ([[1], [1, 2]], "returns a list of 2"),
        (None, "returns None: is a return missing? Where it has no value, raise partita.Undefined"),
        (
            float("nan"),
            "on truth [0, 0, 0, 1, 1, 1] and prediction [0, 0, 1, 1, 2, 2] it returns nan",
        ),
        (-np.inf, "it returns -inf: where it has no value, raise partita.UndefinedError"),
        (1j, "returns 1j, a value of type complex"),
        (np.complex128(1), "a value of type complex128"),
        (np.ones((2, 2)), "returns an array of shape (2, 2): return one of its numbers"),
        (np.ones(1), "returns an array of shape (1,): return one of its numbers"),
        ("0.5", "returns '0.5', a value of type str: return a float"),
        ({"ari": 1.0}, "a value of type dict"),
    ],
    ids=repr,
)
def test_what_is_no_number_is_refused_with_what_to_write(value, words):
    with pytest.raises(InputError, match=re.escape(words)):
        partita.properties(lambda _a, _b: value)


def needs(_truth, _prediction, *, beta):
    return beta


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        (lambda: 1.0, "takes 0 arguments: pass a function of one contingency table, or of two"),
        (lambda _a, _b, _c: 1.0, "takes 3 arguments"),
        (lambda *_: 1.0, "write lambda truth, prediction: f(truth, prediction)"),
        (max, "write lambda truth, prediction: max(truth, prediction)"),
        (needs, "needs also needs beta=...: pass functools.partial(needs, beta=...)"),
        ((needs, {"beta": 1}), "for a function write functools.partial(needs, option=value)"),
        (["rand", "purity"], "write partita.property_matrix(['rand', 'purity'])"),
        (5, "expected a measure, its name, (name, {option: value}) or a function; found 5"),
        (None, "found None"),
    ],
)
def test_what_is_no_measure_is_refused_with_what_to_write(measure, words):
    with pytest.raises(InputError, match=re.escape(words)):
        partita.properties(measure)


def wrong_side(truth, prediction):
    raise IndexError("too many labels")


def test_a_function_that_fails_is_shown_the_labels():
    words = (
        "wrong_side fails on truth [0, 0, 0, 1, 1, 1] and prediction [0, 0, 1, 1, 2, 2]: "
        "IndexError('too many labels'); where it has no value, raise partita.UndefinedError"
    )
    with pytest.raises(InputError, match=re.escape(words)):
        partita.properties(wrong_side)


@pytest.mark.parametrize(
    "function", [sklearn.metrics.accuracy_score, lambda table: table.to_scipy()[0, 0] / table.n]
)
def test_a_function_of_the_names_of_groups_is_refused(function):
    with pytest.raises(InputError, match="depends on the names of groups: it returns"):
        partita.properties(function, grid="small")
