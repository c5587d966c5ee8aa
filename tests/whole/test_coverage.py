"""The published coverage is reproduced: the first samples of some cases are counted again."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
CASES = {  # cheap cases of every part
    "groups": "8 groups",
    "differences": "differ in 3 : 1 objects on average; K 2; n 100",
    "posteriors": "differ in 3 : 1 objects on average; K 2; n 100",
    "monitoring": "70 and 70% in place; K 3; up to 2,000 objects",
    "plans": "K 2; pilot of 100; balanced; fair; adjusted_rand ±0.1",
    "ellipses": "K 10; n 1000; balanced; good",
    "ranks": "90, 80, 70, 60% in place; K 4; n 300",
    "tails": "K 2; n 60; 80% in place; alike",
    "families": "40 clusterings from 98 to 20% in place; K 10; n 500",
    "nulls": "sizes 60, 50, 40, 30",
    "gates": "70, then 70% in place; K 3; n 60; 1 clustering",
    "runs": "5 runs; seeds 0.3; n 300",
    "pooled": "3 data sets; spread 0.05",
    "references": "90, 90% right; K 3; n 300",
    "sparse": "K 10; n 60; balanced; fair",
    "advice": "imbalanced classes: CV0 is 0.85; n 60",
}
COUNT = """
import importlib, sys
from counting import FIRST, hits
part, name = sys.argv[1:]
case = next(one for one in importlib.import_module(part).cases() if one.name == name)
for key, held in hits(case, 0, FIRST).items():
    print("|".join(key), sum(held), sep="|")
"""


def published() -> list[dict[str, str]]:
    with (BENCHMARKS / "results" / "coverage.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("part", CASES)
def test_the_first_samples_count_what_is_published(part: str) -> None:
    command = (sys.executable, "-c", COUNT, part, CASES[part])
    found = subprocess.run(
        command, cwd=BENCHMARKS / "coverage", capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr[-2000:]
    counted = dict(line.rsplit("|", 1) for line in found.stdout.splitlines())
    rows = [row for row in published() if (row["part"], row["case"]) == (part, CASES[part])]
    assert rows
    expected = {"|".join((r["measure"], r["method"], r["what"])): r["first"] for r in rows}
    assert counted == expected


def test_every_part_is_published_with_its_figures() -> None:
    page = (BENCHMARKS / "results" / "coverage.md").read_text(encoding="utf-8")
    assert {row["part"] for row in published()} == {*CASES, "scores", "datasets"}
    for row in published():
        most = 200 if "%" in row["what"] else 1  # percentages are published as their sum
        assert 0 <= int(row["held"]) <= most * int(row["samples"])
        assert row["case"] in page
