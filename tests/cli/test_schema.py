"""The published JSON Schema holds for real outputs of every command, and knows every key."""

import copy
import json
import subprocess
import sys

import pytest
from cells_file import CELLS, THREE, TRUTH
from command_line import LABELS
from gate_files import table, write
from jsonschema import Draft202012Validator

from partita.cli.parser import COMMANDS
from partita.cli.schema import schema

SILENT = {"paper", "schema", "completion", "columns"}  # their output is no JSON document of results
DRAWN = ("--draws", "99", "--confidence", "0.9", "--null", "permutation")
FEW = (CELLS, *TRUTH, *THREE, "--measure", "ARI", "v_measure:beta=inf")
SOFT = "truth,one,two\na,0.9,0.1\na,0.8,0.2\nb,0.25,0.75\nb,0,1\n"
CALLS = {
    "score": [
        FEW,
        (*FEW, *DRAWN),
        ("labels.csv", "--truth", "id", "--prediction", "coarse", "--measure", "all"),
        ("labels.csv", "--truth", "truth", "--prediction", "good", "gaps", "--missing", "drop"),
    ],
    "compare": [(*FEW, *DRAWN)],
    "sweep": [(*FEW, "--draws", "19"), (*FEW, "--null", "none", "--draws", "19", "--noise=-1")],
    "agreement": [(CELLS, *THREE)],
    "plan": [
        (CELLS, *TRUTH, *THREE[:2], "--half-width", "0.2"),
        (CELLS, *TRUTH, *THREE[:3], "--detect", "0.3"),
    ],
    "soft": [
        ("soft.csv", "--truth", "truth", "--memberships", "one", "two"),
        ("soft.csv", "--truth", "truth", "--memberships", "one", "two", "--kind", "rough"),
    ],
    "measures": [()],
    "explain": [("ARI",)],
    "properties": [("rand", "purity", "--quick")],
    "demo": [("--report", "demo.html")],
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels.csv").write_text(LABELS, encoding="utf-8")
    (tmp_path / "soft.csv").write_text(SOFT, encoding="utf-8")
    write(tmp_path / "gate.csv", table())


def closed(kind):
    """The schema of a kind with a refusal of keys that it does not know."""
    found = copy.deepcopy(schema(kind))
    for one in found["$defs"].values():
        _close(one)
    return Draft202012Validator(found)


def _close(one):
    if isinstance(one, list):
        for each in one:
            _close(each)
    if not isinstance(one, dict):
        return
    for name, each in one.items():
        if name != "allOf":  # lines are a record with the keys of its document
            _close(each)
    if isinstance(one.get("properties"), dict) and one.get("type") == "object":
        one.setdefault("additionalProperties", False)


def faults(validator, document):
    return [f"{one.json_path}: {one.message[:200]}" for one in validator.iter_errors(document)]


def test_the_schema_is_valid_and_every_command_has_a_kind(run):
    status, out, err = run("schema")
    assert (status, err) == (0, "")
    document = json.loads(out)
    Draft202012Validator.check_schema(document)
    kinds = set(document["$defs"])
    assert set(COMMANDS) - SILENT <= kinds
    assert {f"{name}_line" for name in set(COMMANDS) - SILENT} <= kinds
    assert set(CALLS) == set(COMMANDS) - SILENT
    assert json.loads(run("schema", "score")[1])["$ref"] == "#/$defs/score"
    assert run("schema", "scores")[0] == 2


@pytest.mark.parametrize("name", CALLS)
def test_documents_follow_the_schema_and_have_no_other_key(run, here, name):
    for arguments in CALLS[name]:
        status, out, _ = run(name, *arguments, "--format", "json")
        assert status == 0
        assert faults(closed(name), json.loads(out)) == []


@pytest.mark.parametrize("name", CALLS)
def test_lines_follow_the_schema(run, here, name):
    validator = Draft202012Validator(schema(f"{name}_line"))
    status, out, _ = run(name, *CALLS[name][0], "--format", "jsonl")
    assert status == 0
    for line in out.splitlines():
        assert faults(validator, json.loads(line)) == []


@pytest.mark.parametrize("ids", [(), ("--on", "id")])
def test_baselines_and_checks_follow_the_schema(run, here, ids):
    asked = ("score", "gate.csv", "--truth", "truth", "--measure", "ARI", *ids)
    run(*asked, "--prediction", "old", "--write-baseline", "main.json")
    with open("main.json", encoding="utf-8") as file:
        assert faults(closed("baseline"), json.load(file)) == []
    options = ("--baseline", "main.json", "--fail-under", "ARI=0.9", "--format", "json")
    status, out, _ = run(*asked, "--prediction", "worse", *options)
    document = json.loads(out)
    assert (status, len(document["checks"])) == (1, 2)
    assert faults(closed("score"), document) == []


def test_a_wrong_document_does_not_follow_the_schema(run, here):
    validator = closed("score")
    document = json.loads(run("score", *FEW, "--format", "json")[1])
    for wrong in ({"schema": 2}, {"n": "5"}, {"results": [{"prediction": "x"}]}, {"more": 1}):
        assert faults(validator, document | wrong)


@pytest.mark.long
def test_the_studies_follow_the_schema(tmp_path):
    command = [sys.executable, "-m", "partita", "reproduce", "lecture", "--quick", "--fresh"]
    options = ["--page", str(tmp_path / "page.html"), "--format", "json"]
    found = subprocess.run([*command, *options], capture_output=True, check=True)
    validator = Draft202012Validator(schema("reproduce"))
    assert faults(validator, json.loads(found.stdout)) == []
