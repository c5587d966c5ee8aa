"""Typed files on the command line have the scores of the same labels in Python, bit by bit.

Random columns of every type, with missing values, NaN, noise and weights. Text files, which the
other tests use, have only one type.
"""

from __future__ import annotations

import json
import math
from random import Random

import pytest
from command_line import Caller

from partita import InputError, UndefinedError, rand, v_measure

pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

POOLS = {
    "text": ["x", "y", "-1", "é"],
    "whole": [-1, 0, 1, 2],
    "decimal": [-1.0, 0.0, -0.0, 1.5, math.nan],
    "flag": [True, False],
    "large": [2**53, 2**53 + 1, 2**60, -1],
    "unsigned": [2**63 + 1, 2**63, 2**64 - 1],
    "bytes": [b"x", b"\xff", b"-1"],
}


def draw(random: Random, size: int) -> list:
    """Labels of one type, some of them missing."""
    pool = POOLS[random.choice([*POOLS])]
    gaps = random.choice([0, 0, 0.3])
    return [None if random.random() < gaps else random.choice(pool) for _ in range(size)]


def written(columns: dict, folder, random: Random) -> str:
    """Write the columns to a file of a random kind."""
    path = folder / "x.parquet"
    if random.random() < 0.5 and not any(isinstance(v, bytes) for v in columns["t"] + columns["p"]):
        rows = zip(*columns.values(), strict=True)
        lines = [json.dumps(dict(zip(columns, row, strict=True))) for row in rows]
        path = folder / "x.jsonl"
        path.write_text("\n".join(lines))
    else:
        parquet.write_table(pa.table({name: _array(v) for name, v in columns.items()}), path)
    return str(path)


def _array(values: list):
    unsigned = any(isinstance(value, int) and value >= 2**63 for value in values)
    return pa.array(values, "uint64" if unsigned else None)


def noise_of(labels: list) -> object:
    """-1 as a label of this type, or None."""
    return next((label for label in labels if label in (-1, "-1", b"-1")), None)


@pytest.mark.parametrize("seed", range(40))
def test_a_typed_file_has_the_scores_of_its_labels(seed, tmp_path, capsys):
    random = Random(seed)
    size = random.randrange(2, 9)
    columns = {"t": draw(random, size), "p": draw(random, size)}
    if any(all(label is None for label in labels) for labels in columns.values()):
        return  # no type
    options = {"missing": random.choice(["error", "drop", "singletons", "category"])}
    asked = ["--missing", options["missing"]]
    if random.random() < 0.5:
        columns["w"] = random.choices(random.choice([[1, 2, 3], [0.5, 0.1, 2.0]]), k=size)
        options["weights"] = columns["w"]
        asked += ["--weights", "w"]
    if random.random() < 0.5:
        policy = random.choice(["singletons", "drop", "cluster"])
        asked += ["--noise=-1", "--noise-as", policy]
        sides = {"truth": noise_of(columns["t"]), "prediction": noise_of(columns["p"])}
        if any(label is not None for label in sides.values()):
            options |= {"noise": sides, "noise_as": policy}
    path = written(columns, tmp_path, random)
    asked += ["--truth", "t", "--prediction", "p", "--measure", "rand", "V", "--format", "json"]
    status, printed, said = Caller(capsys)("score", path, *asked)
    try:
        expected = [measure(columns["t"], columns["p"], **options) for measure in (rand, v_measure)]
    except (InputError, UndefinedError):
        assert (status, printed) == (2, ""), said
        return
    assert status == 0, said
    assert [result["value"] for result in json.loads(printed)["results"]] == expected
