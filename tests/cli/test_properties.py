"""`partita properties`: which properties measures have, your own too."""

import json

import pytest


def test_one_measure_has_a_row_per_property_and_its_counterexamples(run):
    status, out, err = run("properties", "purity", "--quick")
    assert (status, err) == (0, "")
    assert "Counterexamples, rows are classes" in out
    assert "symmetry: [[1, 1]]: 1, not 0.5" in out


def test_several_measures_have_a_row_each(run):
    status, out, err = run("properties", "V", "purity", "--quick")
    assert (status, err) == (0, "")
    for name in ("v_measure", "purity", "P7", "Criterion 1", "triangle inequality"):
        assert name in out


def test_properties_as_json(run):
    status, out, _ = run("properties", "R", "--quick", "--format", "json")
    assert status == 0
    (record,) = json.loads(out)["measures"]
    assert (record["measure"], record["seed"]) == ("rand", 0)
    answers = {one["name"]: one["answer"] for one in record["properties"]}
    assert (answers["P4"], answers["n-invariance"]) == ("yes", "asymptotically")


MODULE = '''
from partita import register
from partita.statistics import PairCounts

@register(symbol="own import", formula="N11 / P", symmetric=True)
def imported_for_properties(p: PairCounts) -> float:
    """Pairs kept."""
    return p.together / p.truth_pairs if p.truth_pairs else 1.0
'''


def test_a_module_of_the_user_is_imported(run, tmp_path, monkeypatch):
    (tmp_path / "measures_for_properties.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    asked = ("--import", "measures_for_properties", "--quick", "--format", "json")
    status, out, err = run("properties", *asked)
    assert (status, err) == (0, "")
    (record,) = json.loads(out)["measures"]
    assert record["measure"] == "imported_for_properties"
    (found,) = (one for one in record["properties"] if one["name"] == "symmetry")
    assert found["answer"] == "no"  # whatever the measure claims


@pytest.mark.parametrize(
    ("name", "said"),
    [("no_such_module_here", "No module named"), ("file.py", "the name of a module")],
)
def test_modules_that_cannot_be_imported_are_rejected(run, name, said):
    status, _, err = run("properties", "--import", name)
    assert status == 2
    assert said in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "value = 1",
            "the module registers no measure; decorate a function with @partita.register",
        ),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError: invalid syntax"),
    ],
)
def test_modules_without_measures_are_rejected(run, tmp_path, monkeypatch, text, said):
    name = f"wrong_{len(text)}_for_properties"
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    status, _, err = run("properties", "--import", name)
    assert status == 2
    assert f"--import {name}: {said}" in err


def test_a_negative_seed_is_rejected(run):
    status, _, err = run("properties", "V", "--seed", "-1")
    assert status == 2
    assert "--seed" in err
