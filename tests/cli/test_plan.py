"""`partita plan` says how many objects must be labeled."""

import csv
import json

import pytest
from cells_file import CELLS, TRUTH

import partita

ONE = (CELLS, *TRUTH, "--prediction", "kmeans_5", "--measure", "rand")
TWO = (CELLS, *TRUTH, "--prediction", "kmeans_5", "kmeans_2", "--measure", "rand")


def labels(name):
    with open(CELLS, encoding="utf-8") as file:
        return [row[name] for row in csv.DictReader(file)]


def test_the_plan_of_a_file_is_that_of_its_labels(run):
    status, out, err = run("plan", *ONE, "--half-width", "0.02")
    assert (status, err) == (0, "")
    expected = partita.plan("rand", labels("cell_line"), labels("kmeans_5"), half_width=0.02)
    assert " ".join(out.split()).endswith(f"{expected}.")
    found = json.loads(run("plan", *ONE, "--half-width", "0.02", "--format", "json")[1])
    assert (found["n"], found["low"], found["high"]) == (expected.n, expected.low, expected.high)
    assert [row["width"] for row in found["results"]] == list(expected.widths)


def test_a_difference_to_detect_has_a_power(run):
    asked = ("--detect", "0.1", "--power", "0.9", "--confidence", "0.9", "--seed", "3")
    found = json.loads(run("plan", *TWO, *asked, "--format", "json")[1])
    sides = map(labels, ("cell_line", "kmeans_5", "kmeans_2"))
    expected = partita.plan("rand", *sides, detect=0.1, power=0.9, confidence=0.9, rng=3)
    assert (found["n"], found["power"], found["seed"]) == (expected.n, 0.9, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ONE, "give either --half-width, such as 0.02, or --detect"),
        ((*ONE, "--detect", "0.1"), "--detect is a difference: name two columns"),
        ((*ONE, "--half-width", "0.1", "--power", "0.9"), "--power has no effect without --detect"),
        ((*ONE, "--half-width", "-1"), "half_width must be a positive number"),
        (
            (CELLS, *TRUTH, "--prediction", "kmeans_*", "--half-width", "0.1"),
            "name one column, or two to compare",
        ),
    ],
)
def test_wrong_calls_say_what_to_write(run, arguments, message):
    status, _, err = run("plan", *arguments)
    assert status == 2
    assert message in err
