"""Which files are meant: paths, patterns and stdin; the extension alone says how each is read."""

from __future__ import annotations

import glob
import gzip
import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple, cast

from ...base.errors import InputError
from .delimited import DELIMITERS
from .lakes import refuse_lake, refuse_lakes

STDIN = "-"
_PACKED = {".gz": "gzip", ".zst": "zstd"}
_TABLES = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "lines",
    ".ndjson": "lines",
    ".h5ad": "obs",
}
_PICKLES = (".pkl", ".pickle", ".joblib", ".npy", ".npz", ".pt")
_UNREAD = {
    ".json": "save JSON lines, with an object in each line, as .jsonl",
    **dict.fromkeys((".ods", ".xls", ".xlsx"), "save the sheet as CSV"),
    ".zip": "unpack it; text with .gz or .zst is read as it is",
}
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


class DataFile(NamedTuple):
    """One file: its path or address, its kind, its compression, and the delimiter of text."""

    path: str
    kind: str  # "text", "parquet", "lines", or "obs" of .h5ad
    packed: str = "none"  # or "gzip", "zstd"
    delimiter: str = ""

    @property
    def remote(self) -> bool:
        """Whether it is an address and not a path."""
        return _ADDRESS.match(self.path) is not None

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The file as bytes, unpacked while it is read."""
        try:
            with open(self.path, "rb") as file:
                if self.packed == "gzip":
                    with gzip.GzipFile(fileobj=file) as unpacked:
                        yield cast("BinaryIO", unpacked)
                elif self.packed == "zstd":
                    with _zstd(self.path) as unpacked:
                        yield unpacked
                else:
                    yield file
        except (OSError, EOFError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"{self.path}: cannot be read: {reason}") from error


def _zstd(path: str) -> BinaryIO:
    try:
        from pyarrow import input_stream
    except ImportError:
        raise InputError(
            f"{path}: pyarrow is needed to unpack zstd text: install partita[files], or unpack it"
        ) from None
    return cast("BinaryIO", io.BufferedReader(input_stream(path, compression="zstd")))


def data_files(source: Any, delimiter: str | None) -> list[DataFile]:
    """Files of a path, a pattern or a list of them, all of one kind, in order."""
    given = source if isinstance(source, list | tuple) else [source]
    found = [data_file(path, delimiter) for one in given for path in _matches(os.fspath(one))]
    kinds = dict.fromkeys(one.kind for one in found)
    if len(kinds) > 1:
        raise InputError(f"files of several kinds ({', '.join(kinds)}): pass files of one kind")
    twice = [one.path for at, one in enumerate(found) if one in found[:at]]
    if twice:
        raise InputError(f"{twice[0]}: named twice, so its objects would count twice; name it once")
    refuse_lakes(one.path for one in found if one.kind == "parquet" and not one.remote)
    return found


def data_file(path: str, delimiter: str | None) -> DataFile:
    """How a file is to be read, by its extension or the delimiter."""
    if path == STDIN:
        return DataFile(path, "text", delimiter=delimiter or ",")
    stem, extension = os.path.splitext(path.partition("?")[0] if "://" in path else path)
    packed = _PACKED.get(extension.lower(), "none")
    if packed != "none":
        extension = os.path.splitext(stem)[1]
    extension = extension.lower()
    if extension in _PICKLES:
        raise InputError(
            f"{path}: files of type {extension} are not opened, because they can run code; save "
            "the labels as CSV or Parquet"
        )
    if extension in _TABLES and delimiter is None:
        _refuse_far(path, _TABLES[extension], packed)
        return DataFile(path, _TABLES[extension], packed)
    if extension not in DELIMITERS and delimiter is None:
        if extension in _UNREAD:
            raise InputError(f"{path}: {extension} files are not read: {_UNREAD[extension]}")
        raise InputError(
            f"{path}: the extension {extension!r} is not known; known are "
            f"{', '.join([*DELIMITERS, *_TABLES])}, text also with .gz or .zst; "
            "for delimited text give the delimiter"
        )
    return DataFile(path, "text", packed, delimiter or DELIMITERS[extension])


def _refuse_far(path: str, kind: str, packed: str) -> None:
    """Refuse .h5ad files that are packed or at an address: HDF5 needs a plain file."""
    if kind == "obs" and (packed != "none" or _ADDRESS.match(path)):
        how = "unpack it" if packed != "none" else "download it"
        raise InputError(f"{path}: .h5ad files are read from the disk as they are: {how}")


@contextmanager
def naming(files: Sequence[DataFile]) -> Iterator[None]:
    """Name the files in errors that do not name them."""
    try:
        yield
    except InputError as error:
        if str(error).startswith(tuple(one.path for one in files)):
            raise
        raise InputError(f"{listed_paths(files)}: {error}") from error


def listed_paths(files: Sequence[DataFile]) -> str:
    """The paths, at most three of them."""
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    return ", ".join(one.path for one in files[:3]) + more


def _matches(path: str) -> Iterable[str]:
    if "\0" in path:
        raise InputError(f"{path!r}: a path cannot hold a NUL character")
    path = local_path(path)
    refuse_folder(path)
    if path == STDIN or _ADDRESS.match(path) or os.path.exists(path) or not glob.has_magic(path):
        return [path]
    found = sorted(p for p in glob.glob(path, recursive=True) if os.path.isfile(p))
    if not found:
        raise InputError(f"{path}: no file matches this pattern")
    return found


def local_path(path: str) -> str:
    """The path of a file: URL; other paths and addresses as they are."""
    if not path.lower().startswith("file:/"):
        return path
    from urllib.request import url2pathname

    host, slash, rest = path[7:].partition("/") if path[5:7] == "//" else ("", "/", path[6:])
    if not slash or host.lower() not in ("", "localhost"):
        raise InputError(f"{path}: names a file of another machine; write file:///path, or a path")
    return url2pathname(f"/{rest}")


def refuse_folder(path: str) -> None:
    """Refuse a folder; the message says how to read the files in it."""
    if os.path.isdir(path):
        refuse_lake(path, path)
        raise InputError(f"{path}: is a folder; name a file, or a pattern of files in it")
