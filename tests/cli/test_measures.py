"""`partita measures`: every measure once, and its declaration."""

import csv
import io
import json

import partita


def test_measures_lists_every_measure_once(run):
    status, out, err = run("measures")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["name", *partita.MEASURES]
    _, out, _ = run("measures", "--family", "matching", "--format", "csv")
    families = {row["family"] for row in csv.DictReader(io.StringIO(out))}
    assert families == {"matching"}


def test_measures_as_json_give_the_declarations(run):
    _, out, _ = run("measures", "--format", "json")
    records = {record["name"]: record for record in json.loads(out)["measures"]}
    assert list(records) == list(partita.MEASURES)
    assert records["adjusted_rand"]["symbol"] == "ARI"
    assert records["variation_of_information"]["bounds"] == [0, None]
    assert records["v_measure"]["options"] == {"beta": 1.0}
