"""Columns of `adata.obs` in .h5ad files, read with h5py: nothing else of the file is read.

AnnData has stored data frames in three ways: as a table of records with the categories in `uns`
(before 0.7), as a group with the categories in `__categories` (0.7), and as a group in which each
column says how it is encoded (since 0.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Array
from ...base.errors import InputError
from ...base.wording import show

_NO_LABELS = "numbers, texts, true or false, or categories"
_MASKED = ("nullable-integer", "nullable-boolean", "nullable-string-array")


class Stored(NamedTuple):
    """A column as it is stored: values or codes of categories, and where a value is missing."""

    values: Array
    missing: Array | None = None
    categories: Array | None = None


class Obs:
    """The data frame `obs` of one open file."""

    def __init__(self, path: str, file: Any) -> None:
        self.path, self._file = path, file
        found = file.get("obs")
        if found is None:
            raise InputError(f"{path}: has no obs, so it is not a file of AnnData")
        self._frame = found
        self._records = not hasattr(found, "keys")
        if self._records and found.dtype.names is None:
            raise InputError(f"{path}: obs is not a data frame")

    @property
    def names(self) -> list[str]:
        """The index and the columns, in their order."""
        if self._records:
            return list(self._frame.dtype.names)
        index, order = (self._frame.attrs.get(name) for name in ("_index", "column-order"))
        if index is None or order is None:
            raise InputError(f"{self.path}: obs does not list its columns: write it with anndata")
        return list(dict.fromkeys(map(_text, [index, *order])))

    def read(self, name: str) -> Stored:
        """The column with this name."""
        with _reading(self.path, name):
            return self._of_records(name) if self._records else self._of_element(name)

    def _of_records(self, name: str) -> Stored:
        """A field of a table of records; `uns` may have categories for its codes."""
        values = self._frame[name]
        kept = self._file.get(f"uns/{name}_categories")
        if kept is None or values.dtype.kind not in "iu":
            return Stored(_plain(values))
        return _coded(values, np.atleast_1d(_plain(kept[()])))

    def _of_element(self, name: str) -> Stored:
        found = self._frame.get(name)
        if found is None:
            raise InputError("the file lists the column and does not hold it")
        categories = found.attrs.get("categories")
        if categories is not None and not hasattr(found, "keys"):  # a reference, of anndata 0.7
            return _coded(found[()], _plain(self._file[categories][()]))
        return _element(found)


@contextmanager
def opened_obs(path: str) -> Iterator[Obs]:
    """The data frame `obs` of a file; errors of HDF5 are ours."""
    try:
        import h5py
    except ImportError:
        raise InputError(
            f"{path}: h5py, which reads .h5ad files, is not installed: install partita[anndata], or"
            " save adata.obs as CSV"
        ) from None
    with suppress(ImportError):
        import hdf5plugin  # noqa: F401 - lets HDF5 read further compressions
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {_reason(error)}") from error
    with file:
        yield Obs(path, file)


def _element(found: Any) -> Stored:
    """An element that says how it is encoded, or a plain array."""
    encoding = _text(found.attrs.get("encoding-type", ""))
    if not hasattr(found, "keys"):
        return Stored(_plain(found[()]))
    if encoding == "categorical":
        names = _element(found["categories"])
        if names.missing is not None and names.missing.any():
            raise InputError("a category is a missing value")
        return _coded(found["codes"][()], names.values)
    if encoding in _MASKED:
        return Stored(_plain(found["values"][()]), found["mask"][()].astype(bool))
    raise InputError(f"is stored as {encoding or 'a group'}: expected {_NO_LABELS}")


def _coded(codes: Array, categories: Array) -> Stored:
    """Codes of categories; -1 is a missing value."""
    if codes.dtype.kind not in "iu" or not _fits(codes, len(categories)):
        raise InputError(f"a code is none of the {len(categories)} categories")
    codes = codes.astype(np.int64)
    return Stored(codes, codes < 0, categories)


def _fits(codes: Array, many: int) -> bool:
    return not codes.size or (int(codes.min()) >= -1 and int(codes.max()) < many)


def _plain(values: Any) -> Array:
    """An array of numbers, of booleans, or of texts as objects."""
    found = np.asarray(values)
    if found.dtype.kind in "iufb":
        return found
    if found.dtype.kind in "SO" and all(isinstance(one, bytes | str) for one in found.flat):
        return np.array([_text(one) for one in found.flat], object).reshape(found.shape)
    raise InputError(f"has the type {found.dtype}: expected {_NO_LABELS}")


def _text(value: Any) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


@contextmanager
def _reading(path: str, name: str) -> Iterator[None]:
    """Name the file and the column in errors."""
    place = f"{path}: column {show(name)}"
    try:
        yield
    except InputError as error:
        raise InputError(f"{place} {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{place} is not UTF-8 text") from error
    except (OSError, KeyError, ValueError, RuntimeError) as error:
        raise InputError(f"{place} cannot be read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """The reason of HDF5 in one line, with the remedy if it is known."""
    text = " ".join(str(error).split())
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if "truncated" in text:
        return "the file is truncated: copy or write it again"
    if "unable to lock" in text:
        return "another program has opened it for writing: close it there (adata.file.close())"
    if "filter" in text or "dynamically loaded" in text:
        return "its compression is not known to HDF5: install hdf5plugin"
    if "signature not found" in text:
        return "it is not an HDF5 file"
    return text
