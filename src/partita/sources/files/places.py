"""Which files are meant: paths, patterns, stdin; what kind each is, by its extension alone."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ...base.errors import InputError
from .delimited import DELIMITERS
from .lakes import refuse_lake, refuse_lakes

STDIN = "-"
_PACKED = {".gz": "gzip", ".zst": "zstd"}
_TABLES = {".parquet": "parquet", ".pq": "parquet", ".jsonl": "lines", ".ndjson": "lines"}
_PICKLES = (".pkl", ".pickle", ".joblib", ".npy", ".npz", ".pt")
_UNREAD = {
    ".h5ad": "read it with anndata and call partita.interop.anndata.compare, or save adata.obs as "
    "CSV or Parquet",
    ".json": "save JSON lines, with an object in each line, as .jsonl",
    **dict.fromkeys((".ods", ".xls", ".xlsx"), "save the sheet as CSV"),
    ".zip": "unpack it; text with .gz or .zst is read as it is",
}
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


class Place(NamedTuple):
    """One file: its path or address, how it is read, and how it is compressed."""

    path: str
    kind: str  # "text", "parquet" or "lines"
    packed: str | None
    delimiter: str | None

    @property
    def remote(self) -> bool:
        """Whether it is an address and not a path."""
        return _ADDRESS.match(self.path) is not None


def places(source: Any, delimiter: str | None) -> list[Place]:
    """Files of a path, a pattern or a list of them, all of one kind, in order."""
    given = source if isinstance(source, list | tuple) else [source]
    found = [place(path, delimiter) for one in given for path in _matches(os.fspath(one))]
    kinds = dict.fromkeys(one.kind for one in found)
    if len(kinds) > 1:
        raise InputError(f"files of several kinds ({', '.join(kinds)}): pass files of one kind")
    twice = [one.path for at, one in enumerate(found) if one in found[:at]]
    if twice:
        raise InputError(f"{twice[0]}: named twice, so its objects would count twice")
    refuse_lakes(one.path for one in found if one.kind == "parquet" and not one.remote)
    return found


@contextmanager
def named(found: Sequence[Place]) -> Iterator[None]:
    """Say which files an error is about, where it does not say so itself."""
    try:
        yield
    except InputError as error:
        if str(error).startswith(tuple(one.path for one in found)):
            raise
        raise InputError(f"{listed_paths(found)}: {error}") from error


def listed_paths(found: Sequence[Place]) -> str:
    """The files, the first of them where there are many."""
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return ", ".join(one.path for one in found[:3]) + more


def place(path: str, delimiter: str | None) -> Place:
    """How a file is to be read."""
    if path == STDIN:
        return Place(path, "text", None, delimiter or ",")
    stem, extension = os.path.splitext(path.partition("?")[0] if "://" in path else path)
    packed = _PACKED.get(extension.lower())
    if packed:
        extension = os.path.splitext(stem)[1]
    extension = extension.lower()
    if extension in _PICKLES:
        raise InputError(
            f"{path}: files of type {extension} are not opened, as they may run what they hold; "
            "save the labels as CSV or Parquet"
        )
    if extension in _TABLES and delimiter is None:
        return Place(path, _TABLES[extension], packed, None)
    if extension not in DELIMITERS and delimiter is None:
        if extension in _UNREAD:
            raise InputError(f"{path}: {extension} files are not read: {_UNREAD[extension]}")
        raise InputError(
            f"{path}: the extension {extension!r} is not known; known are "
            f"{_listed([*DELIMITERS, *_TABLES])}, text also with .gz or .zst; "
            "for delimited text give the delimiter"
        )
    return Place(path, "text", packed, delimiter or DELIMITERS[extension])


def _matches(path: str) -> Iterable[str]:
    if "\0" in path:
        raise InputError(f"{path!r}: a path holds no NUL")
    path = local_path(path)
    refuse_folder(path)
    if path == STDIN or _ADDRESS.match(path) or os.path.exists(path) or not glob.has_magic(path):
        return [path]
    found = sorted(p for p in glob.glob(path, recursive=True) if os.path.isfile(p))
    if not found:
        raise InputError(f"{path}: no file matches this pattern")
    return found


def local_path(path: str) -> str:
    """The path that a file: URL stands for; other paths and addresses as they are."""
    if not path.lower().startswith("file:/"):
        return path
    from urllib.request import url2pathname

    host, slash, rest = path[7:].partition("/") if path[5:7] == "//" else ("", "/", path[6:])
    if not slash or host.lower() not in ("", "localhost"):
        raise InputError(f"{path}: names a file of another machine; write file:///path, or a path")
    return url2pathname(f"/{rest}")


def refuse_folder(path: str) -> None:
    """Refuse a folder, with the way to read what is in it."""
    if os.path.isdir(path):
        refuse_lake(path, path)
        raise InputError(f"{path}: is a folder; name a file, or a pattern of files in it")


def _listed(extensions: Iterable[str]) -> str:
    return ", ".join(extensions)
