"""Read mass functions: for each object a mapping from sets of clusters to masses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from numbers import Real
from typing import Any, NoReturn

import numpy as np

from ...base.arrays import Array, Floats, Mask
from ...base.errors import InputError
from ...base.wording import show
from ...labels.containers import library_types
from ...labels.names import label_key
from .checks import ROUNDING
from .grouping import Grouped, distinct_sparse
from .reading import read_sets, rounding_of

_NAME = "masses"


def are_mass_functions(masses: Any) -> bool:
    """Return whether the masses are a sequence of mappings; a single mapping is refused."""
    if isinstance(masses, Mapping):
        raise InputError(
            f"{_NAME} is a mapping: pass a list with one mapping for each object, from sets of "
            "clusters to masses, for example list(masses.values()) if its keys name the objects"
        )
    kinds = (Sequence, np.ndarray, *library_types("pandas", "Series"))
    return isinstance(masses, kinds) and isinstance(next(iter(masses), None), Mapping)


def read_mass_functions(given: Any, clusters: Any) -> tuple[Grouped, Mask, Array]:
    """Return masses in rows, the focal sets of the columns, and the names of the clusters.

    Columns are in the order of the clusters, small sets first, whatever the order in a mapping.
    """
    from scipy.sparse import csr_array

    columns: dict[frozenset[Any], int] = {}
    sets: list[AbstractSet[Any]] = []
    places: list[int] = []  # the first object that names each set
    starts, entries, values = [0], [], []
    for x, item in enumerate(given):
        if not isinstance(item, Mapping):
            raise InputError(
                f"{_NAME}[{x}] is {show(item)}, not a mapping: pass a dict from sets of clusters "
                "to masses for each object"
            )
        for focal, mass in item.items():
            if not isinstance(focal, AbstractSet):
                _refuse(x, focal)
            key = frozenset(map(label_key, focal))
            if key not in columns:
                columns[key] = len(columns)
                sets.append(focal)
                places.append(x)
            entries.append(columns[key])
            values.append(mass)
        starts.append(len(entries))
    focal_sets, names, order = _columns(sets, places, clusters)
    numbers = _numbers(values, starts, entries, sets)
    shape = len(starts) - 1, len(columns)
    matrix = csr_array((numbers, order[np.array(entries, dtype=np.int64)], starts), shape=shape)
    rounding = len(columns) * max(map(rounding_of, set(map(type, values))))
    return replace(distinct_sparse(matrix, _NAME), rounding=rounding), focal_sets, names


def _refuse(x: int, key: Any) -> NoReturn:
    listed = key if isinstance(key, str | tuple) and len(key) > 1 else "ab"
    together = f"frozenset({tuple(listed)!r})"
    alone = f"frozenset({{{show(key)}}})"
    raise InputError(
        f"{_NAME}[{x}] has the key {show(key)}, which is not a set: write {together} for a mass on "
        f"several clusters together, and {alone} if this is the name of one cluster"
    )


def _columns(
    sets: list[AbstractSet[Any]], places: list[int], clusters: Any
) -> tuple[Mask, Array, Array]:
    """The focal sets in ascending order, the names of the clusters, and the place of each set."""
    if not sets:
        raise InputError(f"{_NAME} has only empty mappings: give each object a mass of 1 in all")
    if clusters is not None:
        known = set(map(label_key, clusters))
        for focal, x in zip(sets, places, strict=True):
            for name in focal:
                if label_key(name) not in known:
                    raise InputError(
                        f"{_NAME}[{x}] holds {show(name)}, which is not among clusters: add it "
                        "there, or omit clusters"
                    )
    read, names = read_sets(sets, _NAME, clusters)
    flags: Mask = read.rows[read.index]
    rank = np.lexsort((*(~flags.T[::-1]), flags.sum(axis=1)))
    return flags[rank], names, np.argsort(rank)


def _numbers(
    values: list[Any], starts: list[int], entries: list[int], sets: list[AbstractSet[Any]]
) -> Floats:
    """The masses as floats; the error for a bad one names the object and the set."""
    try:
        numbers = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.array([value if isinstance(value, Real) else np.nan for value in values])
    bad = np.flatnonzero(~np.isfinite(numbers) | (numbers < -ROUNDING))
    if bad.size:
        at = int(bad[0])
        x = int(np.searchsorted(starts, at, side="right")) - 1
        focal = show(set(sets[entries[at]]) or "the empty set")
        raise InputError(
            f"{_NAME}[{x}] gives {show(values[at])} to {focal}: masses are numbers from 0 to 1"
        )
    return np.maximum(numbers, 0.0)
