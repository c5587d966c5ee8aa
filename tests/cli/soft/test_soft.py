"""`partita soft`: membership columns against the truth."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import partita
from partita.cli import main

MEMBERSHIPS = """\
truth,one,two,rounded
a,0.9,0.1,0.2
a,0.8,0.2,0.2
a,1,0,0
b,0.25,0.75,0.7
b,0,1,1
"""
TRUTH = ["a", "a", "a", "b", "b"]
ROWS = [[0.9, 0.1], [0.8, 0.2], [1, 0], [0.25, 0.75], [0, 1]]


@pytest.fixture
def soft(tmp_path: Path, capsys):
    path = tmp_path / "memberships.csv"
    path.write_text(MEMBERSHIPS, encoding="utf-8")

    def call(*arguments):
        try:
            status = main(["soft", str(path), "--truth", "truth", *arguments])
        except SystemExit as ending:
            status = ending.code
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return call


def test_a_fuzzy_clustering_has_a_mean_an_interval_and_a_method(soft):
    status, out, err = soft("--memberships", "one", "two", "--measure", "rand", "--format", "json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    (result,) = document["results"]
    fuzzy = partita.Fuzzy(ROWS)
    worlds = partita.law("rand", TRUTH, fuzzy)
    assert result["value"] == partita.expectation("rand", TRUTH, fuzzy).value
    assert (result["low"], result["high"]) == (worlds.quantile(0.025), worlds.quantile(0.975))
    assert result["method"].startswith("mean exact: Gram sums; low and high exact: margin")
    assert (document["n"], document["kind"], document["schema"]) == (5, "fuzzy", 1)


def test_a_rough_clustering_has_a_lower_and_an_upper_mean(soft):
    arguments = ("--kind", "rough", "--measure", "rand", "--format", "json")
    _, out, _ = soft("--memberships", "one", "two", *arguments)
    (result,) = json.loads(out)["results"]
    rough = partita.Rough([[x > 0 for x in row] for row in ROWS])
    ends = partita.extremes("rand", TRUTH, rough)
    assert (result["low"], result["high"]) == (ends.low.inner, ends.high.inner)


def test_the_table_names_the_method(soft):
    status, out, _ = soft("--memberships", "one", "two")
    assert status == 0
    assert out.splitlines()[0].split() == ["measure", "better", "mean", "low", "high"]
    assert "\nmaximum_matching: exact: all 6 tables\n" in out
    assert "adjusted_rand" in out


def test_rows_that_do_not_sum_to_one_are_refused_unless_scaled(soft):
    status, _, err = soft("--memberships", "one", "rounded")
    assert status == 2
    message = "line 2 (row 1): the row of --memberships sums to 1.1, not 1: write --normalize"
    assert message in err
    assert soft("--memberships", "one", "rounded", "--normalize")[0] == 0


def test_the_truth_is_not_a_degree(soft):
    status, _, err = soft("--memberships", "one", "truth")
    assert (status, "--memberships names the truth, 'truth'" in err) == (2, True)


def test_memberships_in_other_files_give_the_same_as_in_text(tmp_path, capsys):
    """Parquet, packed text, and the truth in a file of its own, in another order."""
    pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    one, two = map(list, zip(*ROWS, strict=True))
    columns = {"id": [1, 2, 3, 4, 5], "truth": TRUTH, "one": one, "two": two}
    parquet.write_table(pa.table(columns), tmp_path / "x.parquet")
    rest = {name: columns[name][::-1] for name in ("id", "one", "two")}
    parquet.write_table(pa.table(rest), tmp_path / "m.parquet")
    (tmp_path / "x.csv").write_text(MEMBERSHIPS)
    (tmp_path / "x.csv.gz").write_bytes(gzip.compress(MEMBERSHIPS.encode()))
    asked = ("--truth", "truth", "--memberships", "one", "two", "--format", "json")
    second = ("--truth-file", str(tmp_path / "x.parquet"), "--on", "id")
    (tmp_path / "t.csv").write_text("id,truth\n1,a\n2,a\n3,a\n4,b\n5,b\n")
    (tmp_path / "m.csv").write_text("id,one,two\n5,0,1\n4,.25,.75\n1,.9,.1\n2,.8,.2\n3,1,0\n")
    texts = ("--truth-file", str(tmp_path / "t.csv"), "--on", "id")
    found = []
    plain = [(name, ()) for name in ("x.csv", "x.csv.gz", "x.parquet")]
    for name, files in (*plain, ("m.parquet", second), ("m.csv", texts)):
        assert main(["soft", str(tmp_path / name), *asked, *files]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found == [found[0]] * 5


def test_a_matched_text_that_is_not_a_degree_is_refused_with_its_file(tmp_path, capsys):
    pytest.importorskip("duckdb")
    (tmp_path / "t.csv").write_text("id,truth\n1,a\n2,b\n")
    (tmp_path / "m.csv").write_text("id,one,two\n1,0,1\n2,x,0\n")
    asked = ("--truth", "truth", "--memberships", "one", "two", "--on", "id")
    files = (str(tmp_path / "m.csv"), "--truth-file", str(tmp_path / "t.csv"))
    assert main(["soft", *files, *asked]) == 2
    assert (
        "m.csv, id '2', column 'one': 'x' is not a degree of membership" in capsys.readouterr().err
    )


def test_sampled_memberships_follow_the_order_of_the_file(tmp_path, capsys):
    pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    random = Random(0)
    one = [random.random() for _ in range(3000)]
    truth = [random.choice("ab") for _ in one]
    columns = {"truth": truth, "one": one, "two": [1 - x for x in one]}
    parquet.write_table(pa.table(columns), tmp_path / "x.parquet", row_group_size=100)
    rows = zip(*columns.values(), strict=True)
    text = "".join(",".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "x.csv").write_text("truth,one,two\n" + text)
    found = []
    for name in ("x.csv", "x.parquet", "x.parquet"):
        asked = ("--truth", "truth", "--memberships", "one", "two", "--measure", "maximum_matching")
        assert main(["soft", str(tmp_path / name), *asked, "--format", "json"]) == 0
        found.append(capsys.readouterr().out)
    assert "sampl" in found[0]
    assert len(set(found)) == 1


def test_a_column_of_memberships_is_named_once(soft):
    status, _, err = soft("--memberships", "one", "one", "--normalize")
    assert (status, "--memberships names a column twice" in err) == (2, True)


LOUD = """
import ctypes, sys
import scipy.optimize
from partita.cli import main

solve, printed = scipy.optimize.milp, []

def loud(*arguments, **options):
    printed.append(ctypes.CDLL(None).puts(b"solver: inner run"))
    return solve(*arguments, **options)

scipy.optimize.milp = loud
status = main(sys.argv[1:])
print(bool(printed), file=sys.stderr)
sys.exit(status)
"""


def test_prints_of_a_solver_stay_out_of_the_data(tmp_path):
    """HiGHS 1.12 sometimes prints to stdout, which would make JSON unreadable."""
    path = tmp_path / "rough.csv"
    rng = Random(0)
    lines = [[place % 4, 1, *rng.choices([0, 1], k=3)] for place in range(40)]
    path.write_text("t,a,b,c,d\n" + "".join(f"{','.join(map(str, row))}\n" for row in lines))
    asked = ["soft", str(path), "--truth=t", "--kind=rough", "--format=json"]
    asked += ["--measure", "maximum_matching", "--memberships", "a", "b", "c", "d"]
    command = [sys.executable, "-c", LOUD, *asked]
    run = subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert run.stderr == b"True\n"
    assert json.loads(run.stdout)["results"][0]["measure"] == "maximum_matching"


def test_a_measure_without_a_value_has_none_and_a_note(tmp_path, capsys):
    """Minkowski's score divides by the pairs of the truth, which classes of one object lack."""
    path = tmp_path / "single.csv"
    path.write_text("truth,one,two\na,0.9,0.1\nb,0.8,0.2\n", encoding="utf-8")
    asked = ("--memberships", "one", "two", "--measure", "minkowski_score", "rand")
    assert main(["soft", str(path), "--truth", "truth", *asked, "--format", "json"]) == 0
    printed = capsys.readouterr()
    undefined, rand = json.loads(printed.out)["results"]
    assert undefined["value"] is None
    assert undefined["method"] == "no value"
    assert "low" not in undefined
    assert rand["value"] == pytest.approx(0.26)  # 1 - (0.9 · 0.8 + 0.1 · 0.2)
    assert "minkowski_score has no value here" in printed.err
