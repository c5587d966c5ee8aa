"""Labels in files, every way from such a file to a result, and its errors."""

from __future__ import annotations

import pytest
from engine_cases import drawn

from partita import Contingency, InputError
from partita.__main__ import main
from partita.sources import soft_table, tabulate

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
dataset = pytest.importorskip("pyarrow.dataset")
parquet = pytest.importorskip("pyarrow.parquet")

LABELS = {name: drawn(400, 4, 5)[name] for name in ("truth", "cluster")}
COLUMNS = {**LABELS, "id": list(range(400)), "p": [1.0] * 400, "q": [0.0] * 400}
EXPECTED = Contingency.from_labels(LABELS["truth"], LABELS["cluster"])


def score(path, *options):
    """Score a file on the command line, which reads distinct rows."""
    arguments = ["score", str(path), "--truth", "truth", "--prediction", "cluster", *options]
    return main([*arguments, "--measure", "rand"])


def by_file(path):
    """Every way from a Parquet file to a result."""
    pattern = f"{path.parent}/*.parquet"
    relation = duckdb.connect().read_parquet(pattern)
    two = (str(path), str(path))
    soft = ["soft", pattern, "--truth", "truth", "--memberships", "p", "q", "--measure", "rand"]
    return {
        "path": lambda: tabulate(pattern, "truth", "cluster"),
        "dataset": lambda: tabulate(
            dataset.dataset(path.parent, format="parquet", exclude_invalid_files=True),
            "truth",
            "cluster",
        ),
        "relation": lambda: tabulate(relation, "truth", "cluster"),
        "renamed": lambda: tabulate(relation.project("truth t, cluster c"), "t", "c"),
        "matched": lambda: tabulate(two, "truth", "cluster", on="id"),
        "matched relations": lambda: tabulate((relation, relation), "truth", "cluster", on="id"),
        "soft": lambda: soft_table(pattern, "truth", ["p", "q"]),
        "soft relation": lambda: soft_table(relation, "truth", ["p", "q"]),
        "score": lambda: score(pattern),
        "memberships": lambda: main(soft),
    }


WAYS = ("path", "dataset", "relation", "renamed", "matched", "matched relations", "soft",
        "soft relation", "score", "memberships")  # fmt: skip
COMMANDS = ("score", "memberships")  # ways on the command line


def check_refused(way, run, capsys, *words):
    """Check that a way fails with a message that contains these words."""
    if way in COMMANDS:
        assert run() != 0
        message = capsys.readouterr().err
    else:
        with pytest.raises(InputError) as found:
            run()
        message = str(found.value)
    for word in words:
        assert word in message


def write_parts(folder, *columns):
    """Write a Parquet file for each column of classes."""
    folder.mkdir(exist_ok=True)
    for k, truth in enumerate(columns):
        table = pyarrow.table({"truth": truth, "cluster": [1, 1, 2]})
        parquet.write_table(table, folder / f"{k}.parquet")
    return [str(folder / f"{k}.parquet") for k in range(len(columns))]
