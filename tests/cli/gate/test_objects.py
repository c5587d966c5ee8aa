"""Objects of a run and of a baseline are the same ones, or the difference is named."""

from gate_files import table, write


def test_objects_with_ids_may_come_in_any_order(file, score, tmp_path):
    path = str(tmp_path / "main.json")
    assert score(file, "old", "--on", "id", "--write-baseline", path)[0] == 0
    mixed = write(tmp_path / "mixed.csv", table(), [(7 * k) % 200 for k in range(200)])
    status, out, err = score(mixed, "old", "--on", "id", "--baseline", path)
    assert (status, err) == (0, "")
    assert "no clear change" in out
    status, _, err = score(mixed, "worse", "--on", "id", "--baseline", path)
    assert status == 1
    assert "certain loss" in err


def test_new_and_missing_objects_are_named(file, score, tmp_path):
    path = str(tmp_path / "main.json")
    assert score(file, "old", "--on", "id", "--write-baseline", path)[0] == 0
    columns = table()
    columns["id"][5] = "new"
    other = write(tmp_path / "other.csv", columns)
    status, _, err = score(other, "old", "--on", "id", "--baseline", path)
    assert status == 2
    assert err == (
        f"partita: error: {path}: 'new' is not in the baseline and 1 object of the baseline is not"
        " here: score the objects of the baseline, or write it again (--write-baseline)\n"
    )
    fewer = write(tmp_path / "other.csv", table(), list(range(150)))
    status, _, err = score(fewer, "old", "--on", "id", "--baseline", path)
    assert status == 2
    assert "50 objects of the baseline are not here" in err


def test_without_ids_the_number_of_rows_must_agree(score, main_json, tmp_path):
    fewer = write(tmp_path / "fewer.csv", table(), list(range(150)))
    status, _, err = score(fewer, "old", "--baseline", main_json)
    assert status == 2
    assert "the baseline has 200 rows and this run 150: score the objects of the baseline" in err


def test_ids_are_in_both_runs_or_in_none(file, score, main_json, tmp_path):
    status, _, err = score(file, "old", "--on", "id", "--baseline", main_json)
    assert status == 2
    assert "the baseline has no ids: leave out --on, or write it again with --on id" in err
    path = str(tmp_path / "ids.json")
    score(file, "old", "--on", "id", "--write-baseline", path)
    status, _, err = score(file, "old", "--baseline", path)
    assert status == 2
    assert "the baseline knows objects by the ids in column 'id'" in err


def test_ids_are_there_and_distinct(score, tmp_path):
    path = str(tmp_path / "main.json")
    for value, message in (
        ("", "--on: 1 row has no id in column 'id': give every object an id"),
        ("cell7", "--on: the id 'cell7' occurs twice in 'id': make ids unique"),
    ):
        columns = table()
        columns["id"][3] = value
        file = write(tmp_path / "labels.csv", columns)
        status, _, err = score(file, "old", "--on", "id", "--write-baseline", path)
        assert (status, err) == (2, f"partita: error: {message}\n")


def test_ids_without_a_baseline_have_no_effect(file, score):
    status, _, err = score(file, "old", "--on", "id")
    assert status == 2
    assert "--on has no effect without --truth-file, the other file, --baseline or" in err
