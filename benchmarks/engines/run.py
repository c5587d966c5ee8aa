"""Counting Parquet: partita and the group-by of DuckDB and Polars, on the same file, in one run.

    python benchmarks/engines/run.py [--rows 1e8] [--repeats 3] [--output FILE]

Each method runs in its own process; the best CPU time of the repeats and the largest peak memory
count. Files are temporary.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from multiprocessing import Process
from pathlib import Path

GROUPS = (100, 10_000)
_GROUP_BY = "SELECT truth, cluster, COUNT(*) AS n FROM '{path}' GROUP BY ALL"
WAYS = {
    "partita": (
        (
            "import pyarrow.parquet, partita.sources.scans.row_groups\n"
            "from partita.sources import tabulate"
        ),
        "cells = tabulate('{path}', 'truth', 'cluster').nnz",
    ),
    "duckdb": (
        (
            "import duckdb\nconnection = duckdb.connect()\n"
            "connection.execute('SET enable_progress_bar = false')"
        ),
        f'cells = len(connection.sql("{_GROUP_BY}").fetchnumpy()["n"])',
    ),
    "polars": (
        "import polars",
        """
frame = polars.scan_parquet('{path}').group_by('truth', 'cluster').agg(polars.len())
cells = len(frame.collect(engine='streaming'))
""",
    ),
}
_PROCESS = """
import json, resource
{before}
def used():
    now = resource.getrusage(resource.RUSAGE_SELF)
    return now.ru_utime + now.ru_stime
start = used()
{work}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({{"cpu": used() - start, "peak_mb": peak / 1024, "cells": cells}}))
"""


def make(path: Path, rows: int, groups: int) -> None:
    """Write integer labels, three in four of them in place."""
    import numpy as np
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    rng = np.random.default_rng(0)
    writer = None
    for start in range(0, rows, 4_000_000):
        size = min(4_000_000, rows - start)
        truth, other = rng.integers(0, groups, (2, size), dtype=np.int32)
        cluster = np.where(rng.random(size) < 0.75, truth, other)
        table = pa.table({"truth": truth, "cluster": cluster})
        writer = writer or ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=1_000_000)
    if writer is not None:
        writer.close()


def measured(way: str, path: Path, repeats: int) -> dict[str, float]:
    """The best CPU time and the largest memory of some runs."""
    before, work = WAYS[way]
    code = _PROCESS.format(before=before, work=work.format(path=path))
    runs = []
    for _ in range(repeats):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603 - ours
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    return {
        "cpu": round(min(run["cpu"] for run in runs), 2),
        "peak_mb": round(max(run["peak_mb"] for run in runs)),
        "cells": runs[0]["cells"],
    }


def main() -> None:
    """Make the files, run all methods, and print or write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e8)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for groups in GROUPS:
            path = Path(folder) / f"{groups}.parquet"
            # In its own process, because a child's peak memory starts from its parent's.
            maker = Process(target=make, args=(path, int(arguments.rows), groups))
            maker.start()
            maker.join()
            for way in WAYS:
                row = {"groups": groups, "way": way, **measured(way, path, arguments.repeats)}
                print(row, flush=True)
                found.append(row)
            path.unlink()
    if arguments.output:
        text = json.dumps({"rows": arguments.rows, "results": found}, indent=1)
        Path(arguments.output).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
