"""Baselines: what they hold, and which runs they refuse."""

import json

import pytest
from gate_files import table, write


def change(path, edit):
    """Edit a baseline as somebody would who does not know of the checksum."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    edit(document)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)


def test_a_baseline_names_columns_and_no_object_class_or_cluster(file, score, tmp_path):
    path = tmp_path / "main.json"
    status, _, err = score(file, "same", "--on", "id", "--write-baseline", str(path))
    assert (status, err) == (0, f"partita: baseline written to {path}\n")
    text = path.read_text(encoding="utf-8")
    document = json.loads(text)
    assert document["kind"] == "partita baseline"
    assert document["objects"]["n"] == 200
    assert list(document["predictions"]) == ["same"]
    assert "cell1" not in text
    assert "cluster a" not in text


def test_a_baseline_is_the_same_for_every_order_of_rows_and_names_of_clusters(
    run, file, score, tmp_path
):
    columns = table()
    columns["old"] = columns["same"]
    mixed = write(tmp_path / "mixed.csv", columns, [(7 * k) % 200 for k in range(200)])
    texts = []
    for name in (file, mixed):
        path = tmp_path / "one.json"
        score(name, "old", "--on", "id", "--write-baseline", str(path))
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_a_missing_or_other_file_is_named_with_the_command_that_writes_one(file, score, tmp_path):
    path = str(tmp_path / "no.json")
    status, out, err = score(file, "old", "--baseline", path)
    assert (status, out) == (2, "")
    assert err == (
        f"partita: error: {path}: cannot be read: No such file or directory; partita score FILE ..."
        " --write-baseline main.json writes one\n"
    )
    for content in (b"\x00\xff", b"[1, 2]", b"{}", b'{"kind": "other"}', b"[" * 100_000):
        (tmp_path / "no.json").write_bytes(content)
        status, _, err = score(file, "old", "--baseline", path)
        assert status == 2
        assert "not a baseline" in err
        assert "--write-baseline main.json writes one" in err


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: d["predictions"]["old"]["scores"].update(adjusted_rand=0.5),
        lambda d: d["predictions"]["old"].update(clusters="eJwDAAAAAAE="),
        lambda d: d.pop("checksum"),
        lambda d: d.pop("objects"),
        lambda d: d.update(schema=0),
    ],
)
def test_a_damaged_baseline_is_refused(file, score, main_json, edit):
    change(main_json, edit)
    status, out, err = score(file, "old", "--baseline", main_json)
    assert (status, out) == (2, "")
    assert err == (
        f"partita: error: {main_json}: the baseline is damaged, or was changed by hand: write the"
        " baseline again (--write-baseline)\n"
    )


def test_a_newer_baseline_asks_for_a_newer_partita(file, score, main_json):
    change(main_json, lambda d: d.update(schema=2, partita="9.1"))
    status, _, err = score(file, "old", "--baseline", main_json)
    assert status == 2
    assert "written by a newer partita, '9.1' (schema 2; this is " in err
    assert "update partita, or write the baseline again (--write-baseline)" in err


def test_another_truth_is_refused(file, score, main_json, tmp_path):
    columns = table()
    columns["truth"][3] = "a" if columns["truth"][3] != "a" else "b"
    other = write(tmp_path / "other.csv", columns)
    status, _, err = score(other, "old", "--baseline", main_json)
    assert status == 2
    assert "the truth 'truth' is not that of the baseline, 'truth': some objects" in err
    columns = table()
    columns["truth"] = [f"class {one}" for one in columns["truth"]]  # the same classes
    assert score(write(tmp_path / "other.csv", columns), "old", "--baseline", main_json)[0] == 0


def test_other_weights_and_settings_are_refused(file, score, main_json):
    status, _, err = score(file, "old", "--weights", "weight", "--baseline", main_json)
    assert status == 2
    assert "the weights are not those of the baseline: use the same weights, or write" in err
    status, _, err = score(file, "old", "--missing", "drop", "--baseline", main_json)
    assert status == 2
    assert "was written with --missing=error and this run is with --missing=drop: use" in err
    status, _, err = score(file, "old", "--noise", "a", "--baseline", main_json)
    assert status == 2
    assert "the baseline" in err


def test_a_column_that_the_baseline_does_not_have_is_named(file, run, score, tmp_path):
    path = str(tmp_path / "two.json")
    asked = ("score", file, "--truth", "truth", "--prediction", "old", "near", "--measure", "ARI")
    assert run(*asked, "--write-baseline", path)[0] == 0
    status, _, err = score(file, "worse", "--baseline", path)
    assert status == 2
    assert err == (
        f"partita: error: {path} has no clustering 'worse'; it has old, near: name the columns as"
        " they were, or score one column against a baseline of one\n"
    )


def sign(document):
    """Compute the checksum of an edited baseline again."""
    from partita.cli.gate import baseline

    document.pop("checksum")
    document["checksum"] = baseline._checksum(document)


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: d["predictions"]["old"].update(clusters="eJwDAAAAAAE="),  # no bytes
        lambda d: d["predictions"]["old"].update(largest=1),  # there are larger numbers
        lambda d: d["predictions"]["old"].update(clusters="not base64"),
        lambda d: d["predictions"]["old"].pop("clusters"),
        lambda d: d.pop("truth"),
        lambda d: d.update(settings=None),
    ],
)
def test_a_baseline_that_was_signed_again_is_checked_too(file, score, main_json, edit):
    change(main_json, lambda document: (edit(document), sign(document)))
    status, out, err = score(file, "old", "--baseline", main_json)
    assert (status, out) == (2, "")
    assert "the baseline is damaged, or was changed by hand" in err


def test_a_score_that_was_another_one_for_the_same_labels_is_refused(file, score, main_json):
    """As if an older version had computed the measure otherwise, and signed it."""

    def edit(document):
        document["predictions"]["old"]["scores"]["adjusted_rand"] += 0.01
        sign(document)

    change(main_json, edit)
    status, _, err = score(file, "worse", "--baseline", main_json)
    assert status == 2
    assert "for the same labels: the measure changed; write the baseline again" in err
