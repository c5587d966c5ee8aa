"""Commands beside score: compare, sweep, agreement, demo and completion."""

import csv
import importlib.metadata
import io
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Caller, command

import partita
from partita.cli.added_commands import entry_points
from partita.cli.parser import COMMANDS, commands
from partita.cli.sweep import parameters
from partita.comparison import Comparison, Sweep
from partita.comparison.verdict.verdicts import verdicts

CELLS = str(Path(partita.__file__).parent / "data" / "cells.csv")
TRUTH = ("--truth", "cell_line")
THREE = ("--prediction", "kmeans_2", "kmeans_5", "kmeans_10")


@pytest.fixture
def run(capsys):
    return Caller(capsys)


@pytest.fixture(scope="module")
def columns():
    with open(CELLS, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.fixture(scope="module")
def three(columns):
    return {name: columns[name] for name in THREE[1:]}


def comparison(*arguments):
    return ("compare", CELLS, *TRUTH, *THREE, "--draws", "99", *arguments)


def test_compare_gives_the_numbers_of_the_package(run, columns, three):
    status, out, err = run(*comparison("--measure", "ARI", "--seed", "3", "--format", "json"))
    assert (status, err) == (0, "")
    document = json.loads(out)
    found = partita.compare(
        columns["cell_line"], three, measures="ARI", confidence=0.95, draws=99, rng=3
    )
    found = replace(found, truth="cell_line")
    ranking = found.ranks("ARI", draws=99)
    assert [r["value"] for r in document["results"]] == [s.value for s in found.scores]
    assert [r["low"] for r in document["results"]] == [s.low for s in found.scores]
    (board,) = document["rankings"]
    assert board["ranks"] == list(ranking.table.rows())
    assert [d["p_value"] for d in board["differences"]] == list(ranking.differences["p_value"])
    assert [d["p_adjusted"] for d in board["differences"]] == list(
        ranking.differences["p_adjusted"]
    )
    assert [a["rule"] for a in document["advice"]] == [a.rule for a in found.advice]
    said = verdicts(found, ranking)  # the leaderboard that is shown, not another one
    assert [v["sentence"] for v in document["verdict"]] == [v.sentence for v in said]
    assert "p ≤ 0.02, corrected for 3 comparisons" in said[0].sentence  # 2/(99 + 1)
    assert [r["low"] for r in board["ranks"]] == sorted(
        (s.low for s in found.scores), reverse=True
    )  # the intervals of the scores, not others


def test_compare_tells_the_order_the_letters_and_the_advice(run):
    status, out, err = run(*comparison("--measure", "ARI"))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "truth: cell_line (n = 297)"
    assert lines[2].startswith("kmeans_5 is best by adjusted_rand (0.936), ahead of kmeans_10")
    start = lines.index("Leaderboard by adjusted_rand")
    assert lines[start + 1].split() == ["rank", "value", "group", "prediction"]
    # the order of the values that scikit-learn 1.9.1 gives: 0.9358, 0.6109, 0.3584
    assert [line.split()[-1] for line in lines[start + 2 : start + 5]] == [
        "kmeans_5",
        "kmeans_10",
        "kmeans_2",
    ]
    assert "Differences of adjusted_rand" in lines
    assert "Advice" in lines
    assert "In brackets: 95 % intervals (calibrated, 99 draws, seed 0)." in lines


def test_compare_ranks_by_every_measure_asked_for(run):
    _, out, _ = run(*comparison("--measure", "V", "VI", "--format", "csv"))
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["measure"] for row in rows] == ["v_measure"] * 3 + ["variation_of_information"] * 3
    assert [row["rank"] for row in rows] == ["1", "2", "3"] * 2
    assert rows[3]["prediction"] == "kmeans_5"  # lower is better: the least comes first


def test_lines_of_compare_say_what_they_are(run):
    _, out, _ = run(*comparison("--measure", "ARI", "--format", "jsonl"))
    records = [json.loads(line) for line in out.splitlines()]
    kinds = [record["record"] for record in records]
    assert kinds[:9] == ["score"] * 3 + ["rank"] * 3 + ["difference"] * 3
    assert set(kinds[9:]) == {"verdict", "advice"}
    assert {record["schema"] for record in records} == {1}


def test_compare_needs_two_clusterings(run):
    status, _, err = run("compare", CELLS, *TRUTH, "--prediction", "kmeans_2")
    assert status == 2
    assert "name at least two columns, or use partita score for one" in err


def test_compare_guards_a_pipeline(run):
    status, _, err = run(*comparison("--measure", "ARI", "--fail-under", "ARI=0.5"))
    assert status == 1
    assert err == "partita: adjusted_rand of kmeans_2 is 0.3584, worse than 0.5\n"


def test_sweep_has_chance_and_the_preferred_k(run, columns, three):
    arguments = ("sweep", CELLS, *TRUTH, *THREE, "--measure", "V", "--draws", "49")
    status, out, err = run(*arguments, "--format", "json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    found = partita.sweep(
        columns["cell_line"],
        {int(name.rpartition("_")[2]): labels for name, labels in three.items()},
        measures="V",
        draws=49,
    )
    assert [r["parameter"] for r in document["results"]] == [2, 5, 10]
    assert [r["prediction"] for r in document["results"]] == list(THREE[1:])
    for key in ("value", "expected", "p_preferred"):
        assert [r[key] for r in document["results"]] == list(found.table[key])
    assert document["preferred"] == [
        {"measure": "v_measure", "parameter": 5, "prediction": "kmeans_5"}
    ]
    shown = run(*arguments)[1]
    assert "v_measure prefers 5, which can be told apart from every other." in shown
    assert "≤ 0.04" in shown  # 2/(49 + 1), a bound


def test_sweep_without_chance_and_draws_has_neither_column(run):
    arguments = ("sweep", CELLS, *TRUTH, *THREE, "--measure", "V", "--draws", "0")
    _, out, _ = run(*arguments, "--null", "none", "--format", "csv")
    assert out.splitlines()[0] == "parameter,prediction,clusters,measure,value"
    assert "p_preferred" not in run(*arguments, "--null", "none")[1]


def test_the_parameter_is_the_last_number_of_the_name_or_is_given():
    assert parameters(["kmeans_10", "pca50_k5", "ward=3", "leiden_0.25"]) == {
        0.25: "leiden_0.25",
        3: "ward",
        5: "pca50_k5",
        10: "kmeans_10",
    }


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("hdbscan",), "there is no number in 'hdbscan'; write hdbscan=K with its parameter K"),
        (("kmeans_5", "mixture_5"), "'kmeans_5' and 'mixture_5' both stand for 5"),
        (("kmeans_5", "kmeans_5=7"), "names a column twice"),
    ],
)
def test_parameters_that_cannot_be_told_are_refused(run, names, message):
    status, out, err = run("sweep", CELLS, *TRUTH, "--prediction", *names)
    assert (status, out) == (2, "")
    assert message in err


def test_agreement_is_a_matrix_with_like_ones_together(run, three):
    status, out, err = run("agreement", CELLS, *THREE)
    assert (status, err) == (0, "")
    found = partita.agreement(three)
    lines = out.splitlines()
    assert lines[2].split() == ["adjusted_rand", *found.order]
    assert [line.split()[0] for line in lines[3:]] == list(found.order)
    _, out, _ = run("agreement", CELLS, *THREE, "--format", "json")
    document = json.loads(out)
    assert document["order"] == list(found.order)
    for record in document["results"]:
        assert record["value"] == found[record["first"], record["second"]]
    assert len(document["results"]) == 3


@pytest.mark.parametrize("name", ["sweep", "agreement"])
def test_rows_left_out_are_told(run, tmp_path, name):
    path = tmp_path / "gaps.csv"
    path.write_text("t,p,q\na,1,x\na,1,y\n,2,x\nb,2,\nb,9,y\n", encoding="utf-8")
    truth = ["--truth", "t"] if name == "sweep" else []
    columns = ["p=1", "q=2", "--draws", "0"] if name == "sweep" else ["p", "q"]
    policies = ["--missing", "drop", "--noise", "9", "--noise-as", "drop"]
    status, _, err = run(name, str(path), *truth, "--prediction", *columns, *policies)
    assert status == 0
    left_out = (2, 2) if name == "sweep" else (1, 1)  # the truth lacks one label too
    assert err == "".join(
        f"partita: {column}: {count} of 5 rows left out\n"
        for column, count in zip("pq", left_out, strict=True)
    )


def test_agreement_needs_two_clusterings_and_a_symmetric_measure(run):
    status, _, err = run("agreement", CELLS, "--prediction", "kmeans_2")
    assert (status, "at least two columns" in err) == (2, True)
    status, _, err = run("agreement", CELLS, *THREE, "--measure", "homogeneity")
    assert (status, "agreement needs a symmetric measure" in err) == (2, True)


@pytest.fixture
def written(monkeypatch):
    """Reports that were asked for; the page itself has its own tests."""
    paths = []
    for subject in (Comparison, Sweep):
        monkeypatch.setattr(subject, "report", lambda _, path: paths.append(path))
    return paths


def test_the_demo_shows_scores_what_is_certain_advice_and_the_report(
    run, written, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("demo")
    assert (status, err) == (0, "")
    assert written == ["partita-demo-report.html"]
    assert out.endswith(
        "partita: report written to partita-demo-report.html: open it in a browser\n"
    )
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["measure"][2:5] == ["kmeans_2", "kmeans_5", "kmeans_10"]
    # scikit-learn 1.9.1 on the same columns, four digits; value and interval are three words
    assert rows["adjusted_rand"][2:15:3] == ["0.3584", "0.9358", "0.6109", "0.9551", "0.1897"]
    assert rows["v_measure"][2:15:3] == ["0.5013", "0.9149", "0.7731", "0.9376", "0.3968"]
    for heading in ("Leaderboard by adjusted_rand", "Differences of adjusted_rand", "Advice"):
        assert heading in out


def test_the_demo_goes_on_where_no_report_can_be_written(run, monkeypatch):
    def refuses(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("partita.base.files.replace", refuses)
    status, out, err = run("demo", "--report", "there.html")
    assert (status, err) == (0, "")
    assert "Leaderboard" in out
    assert out.endswith(
        "partita: no report: there.html: cannot be written: Permission denied; allow it (chmod),"
        " or name a file elsewhere (--report FILE)\n"
    )


@pytest.mark.parametrize("name", ["score", "compare", "sweep"])
def test_a_report_is_written_where_it_was_asked_for(run, written, name):
    arguments = (name, CELLS, *TRUTH, *THREE, "--measure", "ARI")
    draws = () if name == "score" else ("--draws", "19")
    status, _, err = run(*arguments, *draws, "--report", "here.html")
    assert (status, written) == (0, ["here.html"])
    assert err == "partita: report written to here.html: open it in a browser\n"


def test_a_report_that_cannot_be_written_is_bad_use(run):
    arguments = ("score", CELLS, *TRUTH, "--prediction", "kmeans_5", "--measure", "ARI")
    status, out, err = run(*arguments, "--report", "no/such.html")
    assert (status, out) == (2, "")
    assert err == (
        "partita: error: no/such.html: cannot be written: there is no such folder; make it first\n"
    )


def test_a_report_does_not_go_to_stdout(run):
    arguments = ("score", CELLS, *TRUTH, "--prediction", "kmeans_5", "--report", "-")
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert "a report goes into a file" in err


@pytest.mark.parametrize(
    ("typed", "meant"), [("scor", "score"), ("compair", "compare"), ("measure", "measures")]
)
def test_a_misspelt_command_is_told_what_was_meant(run, typed, meant):
    status, out, err = run(typed)
    assert (status, out) == (2, "")
    assert err.endswith(f"no command is called '{typed}'; did you mean '{meant}'?\n")


def test_every_command_explains_itself(run):
    for name in commands():
        status, out, _ = run(name, "--help")
        assert status == 0
        assert out.startswith(f"usage: partita {name} ")


ADDED = """
from partita.cli.status import DONE

COMMANDS = {"greet": "say hello", "score": "not ours"}

def options(command):
    command.add_argument("--loud", action="store_true")

def run(arguments):
    return ("HELLO" if arguments.loud else "hello") + "\\n", DONE
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package that adds a command, installed beside one that is gone but for its entry point."""
    for name in ("greetings", "gone"):
        metadata = tmp_path / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        point = f"[partita.commands]\n{name} = {name}:COMMANDS\n"
        (metadata / "entry_points.txt").write_text(point)
    package = tmp_path / "greetings"
    package.mkdir()
    for module in ("__init__", "greet"):
        (package / f"{module}.py").write_text(ADDED)
    monkeypatch.syspath_prepend(tmp_path)


def test_an_installed_package_adds_commands(run, installed):
    left_out = "partita: warning: commands of gone are left out: No module named 'gone'\n"
    assert run("greet", "--loud") == (0, "HELLO\n", left_out)
    status, out, err = run("--help")
    assert (status, err) == (0, left_out)
    assert "say hello" in out
    assert "not ours" not in out  # a name that is taken stays what it was
    assert COMMANDS["score"] in out
    _, out, _ = run("completion", "fish")
    assert "-a greet -d 'say hello'" in out
    assert "-l loud" in out
    assert run("gret")[2].endswith("no command is called 'gret'; did you mean 'greet'?\n")


def test_entry_points_are_those_that_python_finds(installed):
    known = importlib.metadata.entry_points(group="partita.commands")
    assert sorted(entry_points()) == sorted((one.module, one.attr) for one in known)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_options_and_measures(run, shell):
    status, out, err = run("completion", shell)
    assert (status, err) == (0, "")
    for name in (*commands(), "adjusted_rand", "singletons"):
        assert name in out
    assert "fail-under" in out
    interpreter = shutil.which(shell)
    if interpreter:  # -n: read the script and run nothing, in all three
        subprocess.run([interpreter, "-n"], input=out, text=True, check=True)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("sc",), ["score"]),
        (("score", "--noise"), ["--noise", "--noise-as"]),
        (("score", "f.csv", "--noise-as", "s"), ["singletons"]),
        (("explain", "adjusted_r"), ["adjusted_rand"]),
        (("completion", "z"), ["zsh"]),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(run, typed, expected):
    script = run("completion", "bash")[1]
    words = " ".join(("partita", *typed))
    program = (
        f"{script}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed)}; _partita\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == expected


def test_a_clustering_of_groups_is_drawn_by_group(run, tmp_path):
    path = tmp_path / "donors.csv"
    lines = [f"{i % 3},{(i + i // 20) % 3},d{i // 6}" for i in range(120)]
    path.write_text("\n".join(["t,p,donor", *lines]) + "\n", encoding="utf-8")
    arguments = ("score", str(path), "--truth", "t", "--prediction", "p", "--measure", "rand")
    ends = []
    for extra in ((), ("--groups", "donor")):
        _, out, _ = run(*arguments, "--confidence", "0.9", *extra, "--format", "json")
        (result,) = json.loads(out)["results"]
        ends.append((result["low"], result["high"]))
    assert ends[0] != ends[1]


def test_the_demo_runs_as_users_run_it(tmp_path):
    ended = command("demo", "--format", "json", "--report", "no/such/place.html", cwd=tmp_path)
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["rankings"][0]["measure"] == "adjusted_rand"
    assert b"no report" in ended.stderr


def test_the_report_is_a_page(tmp_path):
    arguments = ("score", CELLS, *TRUTH, "--prediction", "kmeans_5", "--measure", "ARI")
    ended = command(*arguments, "--report", "report.html", cwd=tmp_path)
    assert ended.returncode == 0
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.lower().startswith("<!doctype html>")
    assert "kmeans_5" in text
