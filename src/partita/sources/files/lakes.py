"""Delta, Hudi and Iceberg tables: their log says which files of the folder belong to the table."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from ...base.errors import InputError


class Lake(NamedTuple):
    """A table format with a log: names in its folder, what to call it, and how to read it."""

    marks: tuple[str, ...]
    name: str
    remedy: str


_LAKES = (
    Lake(("_delta_log",), "a Delta table",
         "deltalake.DeltaTable({!r}).to_pyarrow_dataset() or polars.scan_delta({!r})"),
    Lake((".hoodie", ".hoodie_partition_metadata"), "a Hudi table",
         'spark.read.format("hudi").load({!r})'),
    Lake(("metadata",), "an Iceberg table",
         "pyiceberg's table.scan().to_arrow_batch_reader() or polars.scan_iceberg({!r})"),
)  # fmt: skip
_ICEBERG = (".metadata.json", "version-hint.text")


def refuse_lakes(paths: Iterable[str]) -> None:
    """Refuse local Parquet files in the folder of a table whose log says which files count."""
    seen: set[str] = set()
    for path in paths:
        for place in (os.path.abspath(path), os.path.realpath(path)):  # a link and its target
            folder = os.path.dirname(place)
            while folder not in seen:  # and the folders above, as partitions are folders
                seen.add(folder)
                refuse_lake(path, folder)
                folder = os.path.dirname(folder)


def refuse_lake(path: str, folder: str) -> None:
    """Refuse a path in the folder of a table with a log."""
    for lake in _LAKES:
        if any(_holds(folder, mark) for mark in lake.marks):
            raise InputError(
                f"{path}: {folder} is {lake.name}, which also keeps files with rows that were "
                "removed or rewritten; let its log choose the files: in Python, pass tabulate "
                f"{lake.remedy.format(folder, folder)}"
            )


def _holds(folder: str, mark: str) -> bool:
    place = os.path.join(folder, mark)
    if mark != "metadata":
        return os.path.exists(place)
    try:
        return any(name.endswith(_ICEBERG) for name in os.listdir(place))
    except OSError:  # there is no such folder, or it may not be read
        return False
