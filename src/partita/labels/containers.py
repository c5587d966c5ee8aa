"""Choose the reader for the labels that the caller passed; refuse anything else with a remedy."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NoReturn

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError
from ..base.wording import article, show
from .arrays import read_array, refuse_empty
from .arrow import offers_arrow, read_arrow, read_column, take_column
from .frames import read_pandas, read_polars
from .matrices import MEMBERSHIPS, refuse_memberships
from .noise import SIDES
from .objects import read_values
from .records import Reading

_HOST_DEVICES = (1, 3, 11)  # DLPack: CPU, and memory of the CPU pinned for CUDA or ROCm
_TEXT_ITEMS = "uw"  # arrays of characters, which NumPy does not read

# Types of other libraries that hold columns, often not in memory, by module.
_SOURCES = {
    "pyspark.sql": ("DataFrame", "Column"),
    "pyspark.sql.connect.dataframe": ("DataFrame",),
    "pyspark.sql.connect.column": ("Column",),
    "dask.dataframe": ("DataFrame",),
    "duckdb": ("DuckDBPyRelation", "DuckDBPyConnection"),
    "polars": ("LazyFrame",),
    "pyarrow.dataset": ("Dataset", "Scanner"),
    "pyarrow": ("RecordBatchReader",),
}


def read(values: object, side: str, threads: int = 0) -> Reading:
    """Read one side: a container with one label for each object."""
    if isinstance(values, np.ndarray):
        return read_array(values, side, threads)
    if isinstance(values, list | tuple):
        refuse_empty(values, side)
        return read_values(values, side, threads)
    refuse_source(values, side)
    for reader in (_from_pandas, _from_polars, _from_arrow, _from_sequence, _from_protocol):
        reading = reader(values, side, threads)
        if reading is not None:
            return reading
    raise InputError(_refusal(values, side))


def library_types(library: str, *names: str) -> tuple[Any, ...]:
    """Return the named types of a library if the program has imported it."""
    module = sys.modules.get(library)
    found = (getattr(module, name, None) for name in names)
    return tuple(kind for kind in found if isinstance(kind, type))


def refuse_source(values: object, side: str) -> None:
    """Refuse a source of columns: these are counted by name."""
    for library, names in _SOURCES.items():
        if isinstance(values, library_types(library, *names)):
            raise InputError(
                f"{side} is {article(type(values).__name__)} of {library.partition('.')[0]}, a "
                "source of columns and not of labels: count it with table = partita.tabulate("
                'source, "truth column", "prediction column"), then call compare(table=table) or '
                "rand.of(table)"
            )


def _from_pandas(values: Any, side: str, threads: int) -> Reading | None:
    if isinstance(values, library_types("pandas", "DataFrame")):
        refuse_memberships(values, side)
        _refuse_frame(values, side)
    extensions = library_types("pandas.api.extensions", "ExtensionArray")
    if not isinstance(values, library_types("pandas", "Series", "Index") + extensions):
        return None
    refuse_empty(values, side)
    return read_pandas(values, side, threads)


def _from_polars(values: Any, side: str, threads: int) -> Reading | None:
    if isinstance(values, library_types("polars", "DataFrame")):
        refuse_memberships(values, side)
        _refuse_frame(values, side)
    if not isinstance(values, library_types("polars", "Series")):
        return None
    refuse_empty(values, side)
    return read_polars(values, side, threads, sys.modules["polars"])


def _from_arrow(values: Any, side: str, threads: int) -> Reading | None:
    if isinstance(values, library_types("pyarrow", "Table", "RecordBatch")):
        _refuse_frame(values, side)
    if not isinstance(values, library_types("pyarrow", "Array", "ChunkedArray")):
        return None
    refuse_empty(values, side)
    return read_arrow(values, side, threads)


def _from_sequence(values: Any, side: str, threads: int) -> Reading | None:
    if not isinstance(values, Sequence) or isinstance(values, str | bytes | bytearray):
        return None
    refuse_empty(values, side)
    if isinstance(values, memoryview) or (
        isinstance(values, array) and values.typecode not in _TEXT_ITEMS
    ):
        return read_array(np.asarray(values), side, threads)
    return read_values(list(values), side, threads)


def _from_protocol(values: Any, side: str, threads: int) -> Reading | None:
    """Read an object that can give an array (xarray, torch, JAX, CuPy), on the CPU only."""
    if isinstance(values, type):
        return None
    if offers_arrow(values):
        return _from_capsule(values, side, threads)
    converted = as_array(values, side)
    return None if converted is None else read_array(converted, side, threads)


def _from_capsule(values: Any, side: str, threads: int) -> Reading:
    column = take_column(values, side)
    if column.format == "+s":
        _refuse_frame(values, side)
    if column.kind != "other":
        refuse_empty(column, side)
    reading = read_column(column, side, threads)
    if reading is None:
        raise InputError(
            f"{side} is {article(type(values).__name__)} of Arrow values of the format "
            f'"{column.format}", which partita does not read: cast them to strings or integers'
        )
    return reading


def as_array(values: Any, side: str) -> Array | None:
    """Return the array of an object, or None if it has none."""
    if _on_device(values):
        raise InputError(
            f"{side} is {article(type(values).__name__)} in the memory of an accelerator: copy it "
            "to the CPU, e.g. with .cpu() (torch), .get() (CuPy) or jax.device_get"
        )
    try:
        if isinstance(values, library_types("dask.array", "Array")):
            values = values.compute()  # np.asarray would lose the mask
        if hasattr(values, "__array__"):
            offered: Array = np.asanyarray(values)
            return offered
        return np.from_dlpack(values) if hasattr(values, "__dlpack__") else None
    except Exception as error:  # whatever the other library raises, the remedy is the same
        raise InputError(
            f"{side} is {article(type(values).__name__)} that gives no NumPy array "
            f"({show(error)}): convert it first, e.g. with .detach().cpu().numpy()"
        ) from error


def _on_device(values: Any) -> bool:
    if not hasattr(values, "__dlpack_device__"):
        return hasattr(values, "__cuda_array_interface__")
    try:
        return int(values.__dlpack_device__()[0]) not in _HOST_DEVICES
    except Exception:  # noqa: BLE001 - a tensor without memory: its conversion reports why
        return False


def _refuse_frame(values: Any, side: str) -> NoReturn:
    raise InputError(
        f"{side} is a whole {type(values).__name__}, but labels are one-dimensional: "
        f"pass one column, e.g. {side}['column']"
    )


def _refusal(values: object, side: str) -> str:
    remedy = next(text for applies, text in _REMEDIES if applies(values)).format(side)
    if side in SIDES and isinstance(values, str):
        remedy += ', or count columns with partita.tabulate(source, "truth", "prediction")'
    elif side == "truth" and isinstance(values, Mapping):
        remedy += "; several predictions are the second argument of partita.compare"
    return f"{side} is {article(type(values).__name__)}, not a sequence of labels: {remedy}"


def _is(mark: str) -> Callable[[object], bool]:
    """Return a check of an attribute by which our own containers are recognized."""
    return lambda values: getattr(values, mark, False) is True


_REMEDIES: tuple[tuple[Callable[[object], bool], str], ...] = (
    (
        _is("is_soft_clustering"),
        (
            "a soft clustering has no single value: use partita.expectation, partita.law or "
            "partita.extremes"
        ),
    ),
    (
        _is("is_cover"),
        "its clusters may overlap: use a measure of partita.covers, or its .labels()",
    ),
    (
        _is("is_hierarchy"),
        "choose a level with .cut(k=...), or compare it with partita.hierarchies",
    ),
    (
        lambda values: isinstance(values, str | bytes | bytearray),
        "text is a single label; pass a list with one label for each object",
    ),
    (lambda values: hasattr(values, "tocsr"), f"for memberships {MEMBERSHIPS}"),
    (
        lambda values: isinstance(values, Mapping) and {"mass", "F"} <= {*values},
        (
            "masses on sets of clusters, as evclust returns them: pass "
            'partita.Evidential({0}["mass"], {0}["F"]) to partita.compare or partita.expectation'
        ),
    ),
    (
        lambda values: isinstance(values, Mapping),
        "pass a list of labels in the order of the objects, or match ids with partita.match_ids",
    ),
    (
        lambda values: isinstance(values, AbstractSet),
        "a set has no order; pass a list with one label for each object",
    ),
    (
        lambda values: hasattr(type(values), "__iter__"),
        "it has no positions; pass list({0})",
    ),
    (lambda _: True, "pass a list or an array with one label for each object"),
)
