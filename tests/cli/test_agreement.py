"""`partita agreement` compares every clustering with every other."""

import json

import pytest
from cells_file import CELLS, THREE

import partita


def test_agreement_is_a_matrix_with_similar_clusterings_together(run, three):
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
def test_rows_left_out_are_noted(run, tmp_path, name):
    path = tmp_path / "gaps.csv"
    path.write_text("t,p,q\na,1,x\na,1,y\n,2,x\nb,2,\nb,9,y\n", encoding="utf-8")
    truth = ["--truth", "t"] if name == "sweep" else []
    columns = ["p=1", "q=2", "--draws", "0"] if name == "sweep" else ["p", "q"]
    policies = ["--missing", "drop", "--noise", "9", "--noise-as", "drop"]
    status, _, err = run(name, str(path), *truth, "--prediction", *columns, *policies)
    assert status == 0
    left_out = (2, 2) if name == "sweep" else (1, 1)  # one label of the truth is missing too
    assert err == "".join(
        f"partita: {column}: {count} of 5 rows left out\n"
        for column, count in zip("pq", left_out, strict=True)
    )


def test_agreement_needs_two_clusterings_and_a_symmetric_measure(run):
    status, _, err = run("agreement", CELLS, "--prediction", "kmeans_2")
    assert (status, "at least two columns" in err) == (2, True)
    status, _, err = run("agreement", CELLS, *THREE, "--measure", "homogeneity")
    assert (status, "agreement needs a symmetric measure" in err) == (2, True)
