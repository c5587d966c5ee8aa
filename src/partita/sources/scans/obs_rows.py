"""Count columns of `adata.obs` in .h5ad files: distinct rows, and how often each occurs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Array, Codes, Counts, Floats
from ...base.errors import InputError
from ...base.wording import show
from ..files.column_kinds import INTEGER, TEXT, Kinds
from ..files.data_files import DataFile
from ..files.obs_columns import Obs, Stored, opened_obs
from ..rows.job import Job, require
from ..rows.rows import Rows

_KINDS = {int: INTEGER, str: TEXT, bool: "booleans", float: "decimals"}


class Coded(NamedTuple):
    """A column as codes of its labels, in ascending order; the last code is a missing value."""

    codes: Codes
    labels: list[Any]

    def at(self, rows: Array) -> list[Any]:
        """The labels of some rows, None for a missing value."""
        names = [*self.labels, None]
        return [names[code] for code in self.codes[rows].tolist()]


def obs_tables(files: Sequence[DataFile], job: Job) -> dict[Any, Rows]:
    """Rows of each prediction: distinct labels with the number of their objects."""
    columns = obs_columns(files, job)
    shared = {"truth": job.truth, "weights": job.weights, "group": job.groups}
    roles = {role: column for role, column in shared.items() if column is not None}
    found = {}
    for names in [job.predictions] if job.joint else [(name,) for name in job.predictions]:
        cells, n = distinct([columns[column] for column in (*roles.values(), *names)])
        sides = dict(zip(roles, cells, strict=False))
        for name, clusters in zip(names, cells[len(roles) :], strict=True):
            found[name] = Rows(prediction=clusters, n=n, **sides)
    return found


def distinct(columns: Sequence[Coded]) -> tuple[list[list[Any]], Counts]:
    """Distinct rows in ascending order, and the number of times each occurs."""
    key = np.zeros(len(columns[0].codes), np.int64)
    size = 1
    for column in columns:
        many = len(column.labels) + 1
        if size > 2**62 // many:
            _, key = np.unique(key, return_inverse=True)
            size = int(key.max()) + 1
        key = key * many + column.codes
        size *= many
    _, first, n = np.unique(key, return_index=True, return_counts=True)
    return [column.at(first) for column in columns], n


def obs_columns(files: Sequence[DataFile], job: Job) -> dict[Any, Coded]:
    """The columns of the job, in all files one after the other."""
    parts: dict[Any, list[Coded]] = {name: [] for name in job.columns}
    kinds = Kinds()
    for one in files:
        with opened_obs(one.path) as obs:
            require(job, obs.names, one.path)
            for name, stored in zip(job.columns, stored_columns(obs, job.columns), strict=True):
                part = coded(stored)
                kinds.check(one.path, name, _KINDS[type(part.labels[0])] if part.labels else None)
                parts[name].append(part)
    return {name: _joined(found) for name, found in parts.items()}


def obs_table(files: Sequence[DataFile], job: Job) -> Any:
    """The columns of the job as an Arrow table, which DuckDB reads."""
    import pyarrow as pa  # late, as only DuckDB needs it

    return pa.table(
        {
            name: pa.array([*column.labels, None]).take(pa.array(column.codes))
            for name, column in obs_columns(files, job).items()
        }
    )


def stored_columns(obs: Obs, names: Sequence[Any]) -> list[Stored]:
    """Columns of one file, all of one length."""
    found = [obs.read(name) for name in names]
    for name, one in zip(names, found, strict=True):
        if one.values.shape != (len(found[0].values),):
            raise InputError(
                f"{obs.path}: column {show(name)} has the shape {one.values.shape}, and "
                f"{show(names[0])} has {len(found[0].values)} rows"
            )
    if not len(found[0].values):
        raise InputError(f"{obs.path}: no data")
    return found


def numbers_of(stored: Stored, name: Any) -> Floats:
    """A column as numbers, NaN for a missing one; others are refused."""
    kind = "categories" if stored.categories is not None else stored.values.dtype.name
    if stored.categories is not None or stored.values.dtype.kind not in "iufb":
        raise InputError(
            f"column {show(name)} holds {'texts' if kind == 'object' else kind}: expected numbers"
        )
    found = stored.values.astype(np.float64)
    return found if stored.missing is None else np.where(stored.missing, np.nan, found)


def coded(stored: Stored) -> Coded:
    """Codes of the labels that occur, and of no others."""
    values, missing = stored.values, stored.missing
    if values.dtype.kind == "f":
        missing = np.isnan(values) | (False if missing is None else missing)
    if stored.categories is not None:
        labels, of_category = _factorized(stored.categories)
        codes = of_category[values] if len(labels) else np.zeros_like(values)
    else:
        labels, codes = _factorized(values)
    if missing is None:
        missing = np.zeros(len(values), bool)
    used = np.unique(codes[~missing])
    codes = np.where(missing, len(used), np.searchsorted(used, codes))
    return Coded(codes, [labels[code] for code in used.tolist()])


def _factorized(values: Array) -> tuple[list[Any], Codes]:
    """Distinct values in ascending order as Python objects, and the code of each value."""
    if values.dtype.kind != "O":
        if values.dtype.kind == "f":
            values = values + 0.0  # -0.0 is 0
        names, codes = np.unique(values, return_inverse=True)
        return names.tolist(), codes
    given = values.tolist()
    labels = sorted(set(given))
    place = {label: code for code, label in enumerate(labels)}
    return labels, np.fromiter(map(place.__getitem__, given), np.int64, len(given))


def _joined(parts: list[Coded]) -> Coded:
    """The same column of several files."""
    if len(parts) == 1:
        return parts[0]
    labels = sorted({label for part in parts for label in part.labels})
    place = {label: code for code, label in enumerate(labels)}
    maps = [np.array([*(place[x] for x in part.labels), len(labels)]) for part in parts]
    codes = [table[part.codes] for table, part in zip(maps, parts, strict=True)]
    return Coded(np.concatenate(codes), labels)
