"""Calls with wrong arguments name the right ones; signatures stay as they are written."""

import inspect
import pickle
import warnings

import pytest

import partita
from partita import InputError, register
from partita.base.errors import OptionError
from partita.base.keywords import CALLED, explain_keywords
from partita.chance import chance, random_partition, spread
from partita.inference import bootstrap_tables, estimates, replicate
from partita.statistics import PairCounts

SIDES = [0, 0, 1, 1], [0, 0, 1, 2]
TABLE = partita.Contingency.from_labels(*SIDES)
FRAME = {"t": [0, 1], "p": [0, 1], "g": [0, 1]}


def both():
    return partita.compare(SIDES[0], {"a": SIDES[1], "b": SIDES[0]})


WRONG = {
    "confidence_interval level": lambda: partita.confidence_interval("rand", *SIDES, level=0.9),
    "confidence_interval seed": lambda: partita.confidence_interval("rand", *SIDES, seed=1),
    "confidence_interval n_resamples": lambda: partita.confidence_interval(
        "rand", *SIDES, n_resamples=9
    ),
    "confidence_interval confidence_level": lambda: partita.confidence_interval(
        "rand", *SIDES, confidence_level=0.9
    ),
    "confidence_interval y_true": lambda: partita.confidence_interval(
        "rand", y_true=SIDES[0], prediction=SIDES[1]
    ),
    "difference level": lambda: partita.difference("rand", *SIDES, SIDES[0], level=0.9),
    "difference seed": lambda: partita.difference("rand", *SIDES, SIDES[0], seed=1),
    "significance model": lambda: partita.significance("rand", *SIDES, model="num"),
    "significance random_state": lambda: partita.significance("rand", *SIDES, random_state=1),
    "estimates level": lambda: estimates(["rand"], TABLE, level=0.9),
    "bootstrap_tables seed": lambda: bootstrap_tables(TABLE, 3, seed=1),
    "replicate seed": lambda: replicate(["rand"], TABLE, 3, seed=1),
    "ranks level": lambda: both().ranks(level=0.9),
    "plane level": lambda: both().plane(level=0.9),
    "rank_datasets level": lambda: partita.rank_datasets({"d": {"a": 1.0, "b": 0.5}}, level=0.9),
    "adjusted model": lambda: partita.adjusted("rand", model="num"),
    "adjusted measured": lambda: partita.adjusted(measured="rand"),
    "standardized model": lambda: partita.standardized("rand", model="num"),
    "chance model": lambda: chance("rand", TABLE, model="num"),
    "spread seed": lambda: spread("rand", TABLE, seed=1),
    "random_partition seed": lambda: random_partition(5, seed=1),
    "compare level": lambda: partita.compare(*SIDES, level=0.9),
    "compare predictions": lambda: partita.compare(SIDES[0], predictions=SIDES[1]),
    "compare seed": lambda: partita.compare(*SIDES, seed=1),
    "compare n_jobs": lambda: partita.compare(*SIDES, n_jobs=2),
    "compare sample_weight": lambda: partita.compare(*SIDES, sample_weight=[1, 1, 1, 1]),
    "compare labels_pred": lambda: partita.compare(SIDES[0], labels_pred=SIDES[1]),
    "sweep predictions": lambda: partita.sweep(SIDES[0], predictions={2: SIDES[1]}),
    "sweep seed": lambda: partita.sweep(SIDES[0], {2: SIDES[1]}, seed=1),
    "agreement clusterings": lambda: partita.agreement(clusterings={"a": SIDES[0]}),
    "tabulate grouped": lambda: partita.tabulate(FRAME, "t", "p", grouped="g"),
    "sql grouped": lambda: partita.sql("cells", "t", "p", grouped="g"),
    "expectation seed": lambda: partita.expectation("rand", *SIDES, seed=1),
    "law seed": lambda: partita.law("rand", *SIDES, seed=1),
    "extremes y_pred": lambda: partita.extremes("rand", SIDES[0], y_pred=SIDES[1]),
    "soft_table predictions": lambda: partita.soft_table(FRAME, "t", predictions="p"),
    "match_ids y_pred": lambda: partita.match_ids({"a": 1}, y_pred={"a": 1}),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_right_keyword_is_named(name):
    function, wrong = name.split()
    with pytest.raises(InputError) as caught:
        WRONG[name]()
    assert str(caught.value) == f"{wrong} is called {CALLED[wrong]} in {function}"
    assert isinstance(caught.value, TypeError)


def test_several_labelings_are_passed_as_a_dict():
    a, b = SIDES
    for wrong in (lambda: partita.compare(a, a, b), lambda: partita.agreement(a, b)):
        with pytest.raises(OptionError, match="given; pass several labelings as a dict"):
            wrong()
    with pytest.raises(TypeError, match=r"but 4 were given$") as caught:
        partita.confidence_interval("rand", a, a, b)
    assert not isinstance(caught.value, OptionError)


def test_columns_of_one_source_are_tabulated():
    with pytest.raises(OptionError, match=r"pass table=partita\.tabulate\(source"):
        partita.compare(FRAME, truth="t", prediction="p")


def test_british_spelling_is_explained():
    wrong = "colours"
    with pytest.raises(OptionError, match=f"^{wrong} is called colors in plane$"):
        both().plot.plane(**{wrong: ["#000"]})


def test_measures_name_the_right_keyword_too():
    with pytest.raises(InputError, match=r"^rand has no option 'sample_weight'; sample_weight is"):
        partita.rand(*SIDES, sample_weight=[1, 1, 1, 1])
    with pytest.raises(InputError, match="seed is called rng"):
        partita.adjusted("f_measure")(*SIDES, seed=1)
    with pytest.raises(InputError, match=r"^rand has no option 'seed'; its options: weights"):
        partita.rand(*SIDES, seed=1)  # a measure that draws nothing


def test_a_renamed_function_names_the_new_one():
    with pytest.raises(AttributeError, match="no attribute 'align': it is called match_ids"):
        partita.align  # noqa: B018 - asking is the test
    with pytest.raises(AttributeError, match=r"no attribute 'seed'$"):
        partita.seed  # noqa: B018 - the same


def test_an_option_of_a_registered_measure_may_have_any_name():
    @register(symbol="own", formula="level N11 / M")
    def own_of_level(p: PairCounts, level: float = 1.0) -> float:
        return level * p.together / p.pairs

    found = partita.confidence_interval(own_of_level, *SIDES, level=0.5, draws=19)
    assert found.value == own_of_level(*SIDES, level=0.5)
    with pytest.raises(InputError, match="seed is called rng"):
        partita.confidence_interval(own_of_level, *SIDES, level=0.5, seed=1)


def test_other_failures_stay_what_they_are():
    with pytest.raises(TypeError, match="unexpected keyword argument 'shade'"):
        partita.compare(*SIDES, shade=1)

    @explain_keywords
    def broken(rng=0, **options):
        return rng + "1"

    with pytest.raises(TypeError, match="unsupported operand") as caught:
        broken(seed=1)  # an option of its own; the failure is another
    assert not isinstance(caught.value, OptionError)


def test_signatures_names_and_pickles_stay():
    parameters = inspect.signature(partita.confidence_interval).parameters
    assert parameters["confidence"].default == 0.95
    assert parameters["rng"].default == 0
    assert "seed" not in parameters
    assert partita.compare.__name__ == "compare"
    assert pickle.loads(pickle.dumps(partita.compare)) is partita.compare


def test_a_warning_names_the_line_of_the_caller():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        partita.confidence_interval("rand", *SIDES, weights=[1.0, 2.0, 1.0, 1.0], draws=19)
        partita.difference("rand", *SIDES, SIDES[0], weights=[1.0, 2.0, 1.0, 1.0], draws=19)
    assert {one.filename for one in caught if one.category is partita.WeightsWarning} == {__file__}


def test_every_right_name_is_in_use():
    functions = [getattr(partita, name) for name in partita.__all__]
    known = set(vars(partita)) | {"colors"}
    known |= {option for one in partita.MEASURES.values() for option in one.options}
    for function in functions:
        if inspect.isfunction(function):
            known |= set(inspect.signature(function).parameters)
    assert set(CALLED.values()) <= known
