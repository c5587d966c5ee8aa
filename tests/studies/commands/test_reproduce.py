"""`partita reproduce`: the command and its page, on the lecture, the fastest study."""

import json
import subprocess
import sys

import pytest
from command_line import Caller

from partita_studies import STUDIES, study
from partita_studies.frame import Entry, Finding, Study, judged
from partita_studies.lecture import per_cluster
from partita_studies.page import study_page
from partita_studies.run import Run


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Caller(capsys)


def test_a_study_gives_entries_and_a_page(run, tmp_path):
    status, out, _ = run("reproduce", "lecture", "--quick", "--format", "json")
    assert status == 0
    document = json.loads(out)
    assert (document["seed"], document["effort"]) == (0, "quick")
    verdicts = [entry["verdict"] for entry in document["entries"]]
    assert set(verdicts) == {"reproduced", "holds", "lost"}
    assert verdicts.count("lost") == 1  # F of the green table: "this number"
    page = (tmp_path / "partita-studies.html").read_text(encoding="utf-8")
    assert study("lecture").title in page
    assert "<script" not in page


def test_the_page_is_written_where_asked_and_nothing_is_kept(run, tmp_path):
    status, out, _ = run("reproduce", "lecture", "--quick", "--fresh", "--page", "here.html")
    assert status == 0
    assert "maximum matching" in out
    assert [path.name for path in tmp_path.iterdir()] == ["here.html"]


@pytest.mark.parametrize("name", ["nothing", "studies"])
def test_an_unknown_study_is_rejected(run, name):
    status, _, err = run("reproduce", name)
    assert status == 2
    assert "vmeasure" in err


def test_a_negative_seed_is_rejected_before_anything_runs(run, tmp_path):
    status, _, err = run("reproduce", "lecture", "--seed", "-1")
    assert status == 2
    assert "--seed: expected an integer from 0" in err
    assert not list(tmp_path.iterdir())


def test_help_needs_no_numpy():
    code = "import sys; from partita.cli import main\ntry: main(['reproduce', '--help'])\n"
    code += "except SystemExit: sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


def test_every_study_has_parts_with_different_keys():
    for name in STUDIES:
        one = study(name)
        assert one.name == name
        keys = [part.key for part in one.parts]
        assert keys
        assert len(set(keys)) == len(keys)


def test_the_spoken_numbers_of_the_lecture():
    # "2 times 30 divided by ... 85", "2 times 20 divided by" 25 + 40, and 1
    assert [float(f) for _, _, f in per_cluster("green")] == pytest.approx([60 / 85, 40 / 65, 1])
    assert [float(r) for _, r, _ in per_cluster("orange")] == pytest.approx([0.6, 0.4, 1])


def test_the_page_escapes_and_folds_long_lists():
    hostile = "<script>alert(1)</script> & $x$"
    few = Finding(
        hostile, hostile, hostile, (Entry(hostile, hostile, hostile, "differs", hostile),)
    )
    many = Finding("many", "", "", tuple(judged(f"n{k}", 1, 1, digits=0) for k in range(30)))
    one = Study("x", hostile, "", hostile, ())
    page = study_page({"x": (one, [few, many])}, Run(effort="quick"))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "30 reproduced" in page  # the tally is above the folded list
    assert page == study_page({"x": (one, [few, many])}, Run(effort="quick"))
