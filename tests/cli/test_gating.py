"""The gate of a command: what it writes, when it keeps a baseline, and idle options."""

from pathlib import Path

import pytest
from gate_files import table, write


@pytest.fixture
def file(tmp_path):
    return write(tmp_path / "labels.csv", table())


@pytest.fixture
def score(run, file):
    def call(*options, command="score", columns=("worse",)):
        asked = ("--truth", "truth", "--prediction", *columns, "--measure", "ARI")
        return run(command, file, *asked, *options)

    return call


def test_every_file_is_written_and_the_status_is_1_after_a_loss(score, tmp_path):
    paths = {name: tmp_path / name for name in ("main.json", "summary.md", "junit.xml")}
    main, summary, junit = map(str, paths.values())
    assert score("--write-baseline", main, columns=["old"])[0] == 0
    status, out, err = score("--baseline", main, "--summary", summary, "--junit", junit)
    assert status == 1
    assert "1 of 1 check failed" in paths["summary.md"].read_text(encoding="utf-8")
    assert 'failures="1"' in paths["junit.xml"].read_text(encoding="utf-8")
    assert "Without a loss, at most 2.5% of runs fail." in out
    assert err.startswith("partita: adjusted_rand of worse went from")


def test_annotations_replace_the_messages(score, file):
    status, _, err = score("--fail-under", "ARI=0.99", "--annotations")
    assert status == 1
    assert err.startswith(f"::error file={file},title=adjusted_rand of worse%3A at least 0.99::")


def test_compare_has_limits_and_their_files(score, tmp_path):
    summary = tmp_path / "summary.md"
    options = ("--draws", "99", "--fail-under", "ARI=0.99", "--summary", str(summary))
    status, out, _ = score(*options, command="compare", columns=["old", "worse"])
    assert status == 1
    assert "Leaderboard" in out
    assert "2 of 2 checks failed" in summary.read_text(encoding="utf-8")


def test_a_baseline_is_kept_only_if_no_check_fails(score, tmp_path):
    main = str(tmp_path / "main.json")
    score("--write-baseline", main, columns=["old"])
    before = Path(main).read_text(encoding="utf-8")
    status, _, err = score("--baseline", main, "--write-baseline", main)
    assert status == 1
    assert f"{main} is not written, because a check failed" in err
    assert Path(main).read_text(encoding="utf-8") == before
    status, _, _ = score("--baseline", main, "--write-baseline", main, columns=["near"])
    assert status == 0
    assert '"near"' in Path(main).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--margin", "0.1"), "--margin has no effect without --baseline"),
        (("--fail-on", "likely"), "--fail-on has no effect without --baseline"),
        (("--junit", "j.xml"), "--junit has no effect without a check"),
        (("--summary", "s.md"), "--summary has no effect without a check"),
        (("--annotations",), "--annotations has no effect without a check"),
        (("--margin", "-1"), "expected a number such as 0.01, found '-1'"),
        (("--margin", "nan"), "expected a number such as 0.01, found 'nan'"),
        (("--write-baseline", "-"), "expected the name of a file, found '-'"),
        (
            ("--fail-under", "ARI=0", "--junit", "x", "--summary", "x"),
            "--summary and --junit both name x: give each a file of its own",
        ),
    ],
)
def test_options_without_effect_are_refused(score, options, message):
    status, out, err = score(*options)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("kind", ["parquet", "jsonl", "csv.gz"])
def test_typed_and_packed_files_have_ids(run, tmp_path, kind):
    """Parquet, JSON lines and packed text give the baseline of the CSV file, and its changes."""
    pytest.importorskip("duckdb")
    frame = pytest.importorskip("pandas").DataFrame(table())
    path, main = str(tmp_path / f"labels.{kind}"), str(tmp_path / "main.json")
    write_frame = {
        "parquet": lambda: frame.to_parquet(path),
        "jsonl": lambda: frame.to_json(path, orient="records", lines=True),
        "csv.gz": lambda: frame.to_csv(path, index=False),
    }
    write_frame[kind]()
    asked = ("--truth", "truth", "--measure", "ARI", "--prediction")
    status, _, err = run("score", path, *asked, "old", "--write-baseline", main)
    assert status == 2
    assert "name the column with the ids of the objects for the baseline, with --on" in err
    asked = ("--on", "id", *asked)
    assert run("score", path, *asked, "old", "--write-baseline", main)[0] == 0
    text = Path(main).read_text(encoding="utf-8")
    csv = write(tmp_path / "labels.csv", table())
    run("score", csv, *asked, "old", "--write-baseline", main)
    assert Path(main).read_text(encoding="utf-8") == text
    status, _, err = run("score", path, *asked, "worse", "--baseline", main)
    assert (status, err.endswith(": certain loss\n")) == (1, True)


@pytest.mark.parametrize("weights", [(), ("--weights", "weight")])
def test_the_truth_may_be_in_a_file_of_its_own(run, tmp_path, weights):
    pytest.importorskip("duckdb")
    columns, main = table(), str(tmp_path / "main.json")
    truth = {name: columns[name] for name in ("id", "truth", "weight")}
    first = write(tmp_path / "truth.csv", truth)
    second = write(tmp_path / "new.csv", {name: columns[name] for name in ("id", "old", "worse")})
    both = write(tmp_path / "both.csv", columns, [(7 * k) % 200 for k in range(200)])
    asked = ("--truth", "truth", "--on", "id", "--measure", "ARI", *weights, "--prediction")
    options = ("--truth-file", first)
    assert run("score", second, *options, *asked, "old", "--write-baseline", main)[0] == 0
    status, out, _ = run("score", both, *asked, "worse", "--baseline", main, "--format", "json")
    assert status == 1
    again = ("--baseline", main, "--format", "json")
    assert run("score", second, *options, *asked, "worse", *again)[1] == out


def test_ids_are_unique_and_not_scored(run, tmp_path):
    pytest.importorskip("duckdb")
    frame = pytest.importorskip("pandas").DataFrame(table())
    frame.loc[len(frame)] = frame.loc[3]
    path, main = str(tmp_path / "labels.parquet"), str(tmp_path / "main.json")
    frame.to_parquet(path)
    asked = ("--truth", "truth", "--prediction", "old", "--write-baseline", main, "--on")
    status, _, err = run("score", path, *asked, "id")
    assert (status, err) == (
        2,
        "partita: error: --on: the id 'cell3' occurs 2 times in 'id': make ids unique\n",
    )
    status, _, err = run("score", path, *asked, "old")
    assert status == 2
    assert "--on names 'old', which is scored: name a column of ids" in err


def test_two_measures_are_compared_by_default(run, file, tmp_path):
    path = str(tmp_path / "main.json")
    asked = ("--truth", "truth", "--prediction", "old")
    run("score", file, *asked, "--write-baseline", path)
    _, out, _ = run("score", file, *asked, "--baseline", path)
    changes = out.partition("Changes since the baseline\n")[2]
    assert [line.split()[0] for line in changes.splitlines()[1:3]] == ["adjusted_rand", "v_measure"]
