"""The names that `partita.<TAB>` shows, further names, and the error for a wrong name."""

import subprocess
import sys
from types import ModuleType

import pytest

import partita

SPACES = {"chance", "covers", "hierarchies", "inference", "measures", "soft", "statistics"}


def test_tab_shows_the_main_functions():
    shown = dir(partita)
    assert len(shown) <= 69
    assert {"compare", "Contingency", "InputError", "adjusted_rand"} <= set(shown)
    assert {name for name in shown if isinstance(getattr(partita, name), ModuleType)} == SPACES
    measures = {name for name in shown if isinstance(getattr(partita, name), partita.Measure)}
    assert measures == {name for name, m in partita.MEASURES.items() if m.headline}


def test_all_names_resolve_and_differ_from_tab_by_measures_and_modules():
    assert len(set(partita.__all__)) == len(partita.__all__)
    for name in partita.__all__:
        assert getattr(partita, name) is not None
    assert set(dir(partita)) - set(partita.__all__) == SPACES
    rest = set(partita.__all__) - set(dir(partita))
    assert rest == {name for name, m in partita.MEASURES.items() if m.ours and not m.headline}


def test_every_measure_completes_under_measures():
    ours = {name for name, m in partita.MEASURES.items() if m.ours}
    assert set(dir(partita.measures)) == ours
    assert all(getattr(partita.measures, name) is getattr(partita, name) for name in ours)


def test_statistics_complete_under_statistics():
    named = {"STATISTICS", "statistic", *partita.statistics.STATISTICS}
    assert set(dir(partita.statistics)) == named
    assert all(getattr(partita.statistics, name) is not None for name in named)


@pytest.mark.parametrize("space", ["chance", "soft"])
def test_names_that_are_loaded_late_complete(space):
    package = getattr(partita, space)
    assert dir(package) == sorted(package.__all__)


def test_no_module_of_another_room_hides_in_the_package():
    code = (
        "import partita, types; seen = vars(partita).items(); print([name for name, value in seen"
        " if isinstance(value, types.ModuleType) and not name.startswith('_')"
        " and value.__name__ != f'partita.{name}'])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
    for name in ("TYPE_CHECKING", "annotations", "late", "pairs"):
        assert not hasattr(partita, name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("adjusted_rand_score", "the measure is called partita.adjusted_rand"),
        ("normalized_mutual_info_score", "partita.normalized_mutual_information"),
        ("PairCounts", "write partita.statistics.PairCounts"),
        ("Pieces", "write partita.statistics.Pieces"),
        ("value_sets", "write partita.soft.value_sets"),
        ("exact_mean", "write partita.chance.exact_mean"),
        ("compair", "did you mean 'compare'"),
        ("adjusted_randd", "did you mean 'adjusted_rand'"),
        ("mcnemer", "did you mean 'mcnemar'"),
    ],
)
def test_the_error_for_an_unknown_name_suggests_the_right_one(name, told):
    with pytest.raises(AttributeError, match=f"no attribute '{name}'.*{told}"):
        getattr(partita, name)


def test_the_error_for_an_unlike_name_suggests_nothing():
    with pytest.raises(AttributeError, match=r"no attribute 'zzzzzz'$"):
        _ = partita.zzzzzz
