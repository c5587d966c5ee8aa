"""Counting a file that is larger than memory, in a process that is limited to 1 GB.

    python benchmarks/engines/limited.py [--bytes 4e9] [--kinds parquet csv] [--output FILE]

The data segment of the process is limited (RLIMIT_DATA: heap and private memory of all threads), so
an attempt to read the whole file into memory fails. Files are temporary.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from multiprocessing import Process
from pathlib import Path

LIMIT = 10**9
GROUPS = 100
_COUNT = """
import json, resource
resource.setrlimit(resource.RLIMIT_DATA, ({limit}, {limit}))
from partita.sources import tabulate
import partita
table = tabulate({path!r}, "truth", "cluster", memory_limit="400MB", threads=2)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({{
    "rows": int(table.n), "cells": table.nnz,
    "adjusted_rand": partita.adjusted_rand.of(table),
    "cpu": round(used.ru_utime + used.ru_stime, 1), "peak_mb": round(used.ru_maxrss / 1024),
}}))
"""


def make(path: Path, size: float) -> None:
    """Write labels, three in four of them in place, until the file has this size."""
    import numpy as np
    import pyarrow as pa
    from pyarrow.csv import CSVWriter
    from pyarrow.parquet import ParquetWriter

    rng = np.random.default_rng(0)
    truth, other = rng.integers(0, GROUPS, (2, 4_000_000))
    cluster = np.where(rng.random(len(truth)) < 0.75, truth, other)
    if path.suffix == ".csv":
        names = pa.array([f"the class {k}" for k in range(GROUPS)])
        table = pa.table(
            {"truth": names.take(pa.array(truth)), "cluster": names.take(pa.array(cluster))}
        )
        writer = CSVWriter(path, table.schema)
    else:  # plain encoding takes eight bytes per label, for a large file
        table = pa.table({"truth": truth, "cluster": cluster})
        writer = ParquetWriter(path, table.schema, compression="none", use_dictionary=False)
    while not path.exists() or path.stat().st_size < size:
        writer.write_table(table)
    writer.close()


def measured(kind: str, size: float, folder: Path) -> dict[str, object]:
    """Make a file, count it in a limited process, and remove it."""
    path = folder / f"labels.{kind}"
    maker = Process(target=make, args=(path, size))
    maker.start()
    maker.join()
    found: dict[str, object] = {"kind": kind, "bytes": path.stat().st_size, "limit": LIMIT}
    code = _COUNT.format(limit=LIMIT, path=str(path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    path.unlink()
    last = (done.stdout.splitlines() or ["{}"])[-1]
    failed = {} if done.returncode == 0 else {"failed": done.stderr.splitlines()[-1]}
    return {**found, **json.loads(last), **failed}


def main() -> None:
    """Count files of both kinds, and print or write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=float, default=4e9)
    parser.add_argument("--kinds", nargs="+", default=["parquet", "csv"])
    parser.add_argument("--output")
    arguments = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in arguments.kinds:
            found.append(measured(kind, arguments.bytes, Path(folder)))
            print(found[-1], flush=True)
    if arguments.output:
        Path(arguments.output).write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
