"""`partita measures` lists every measure once, with its declaration."""

import csv
import io
import json
import re

import partita


def test_measures_lists_every_measure_once(run):
    status, out, err = run("measures")
    assert (status, err) == (0, "")
    lines = [line for line in out.splitlines() if re.match("  [a-z]", line)]
    heads = [line.split()[0] for line in lines]
    assert heads == list(partita.MEASURES)
    assert max(map(len, out.splitlines())) <= 80
    _, out, _ = run("measures", "--family", "matching", "--format", "csv")
    families = {row["family"] for row in csv.DictReader(io.StringIO(out))}
    assert families == {"matching"}


def test_the_list_fits_the_terminal(run, narrow):
    out = run("measures")[1]
    assert max(map(len, out.splitlines())) <= 80
    assert "\n  adjusted_rand (ARI): [-0.5, 1], higher is better\n    " in out
    assert all(f"\n  {name} (" in out for name in partita.MEASURES)
    assert run("measures", "--format", "csv")[1].startswith("name,symbol,")


def test_measures_as_json_give_the_declarations(run):
    _, out, _ = run("measures", "--format", "json")
    records = {record["name"]: record for record in json.loads(out)["measures"]}
    assert list(records) == list(partita.MEASURES)
    assert records["adjusted_rand"]["symbol"] == "ARI"
    assert records["variation_of_information"]["bounds"] == [0, None]
    assert records["v_measure"]["options"] == {"beta": 1.0}
