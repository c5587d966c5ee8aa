"""Turn Python values into codes and names; types are checked before anything converts them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NoReturn, TypeAlias

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError
from ..base.wording import article, show
from . import encode
from .matrices import refuse_nested
from .names import Kind, is_missing, is_missing_type, label_key, sortable
from .records import Reading, object_names, present_mask
from .tokens import tokens_of

Key: TypeAlias = tuple[Any, ...]


def read_values(values: Sequence[Any], side: str, threads: int = 0) -> Reading:
    """Read a list or tuple with labels of one kind; None, NaN, NaT and NA are missing."""
    if type(values) in (list, tuple):
        reading = encode.objects(values, threads)
        if reading is not None:
            return reading
    types = set(map(type, values))
    if len(types) == 1:
        plain = _PLAIN.get(next(iter(types)))
        if plain is not None:
            return plain(values, threads)
    unusable = {kind: problem for kind in types if (problem := _problem(kind)) is not None}
    if unusable:
        refuse_nested(values, side)
        at = next(x for x, value in enumerate(values) if type(value) in unusable)
        raise InputError(f"{side}[{at}] is {show(values[at])}, {unusable[type(values[at])]}")
    absent = {kind for kind in types if is_missing_type(kind)}
    if absent - {type(None)}:  # numpy.ma.masked cannot be hashed
        values = [None if type(value) in absent else value for value in values]
    return _read_any(values, side)


def _read_ints(values: Sequence[int], threads: int) -> Reading:
    try:
        native = np.array(values, dtype=np.int64)
    except OverflowError:
        return _read_sorted(values, threads)
    return encode.integers(native, None, threads)


def _read_floats(values: Sequence[float], threads: int) -> Reading:
    return encode.floats(np.array(values, dtype=np.float64), None, threads)


def _read_bools(values: Sequence[bool], _: int) -> Reading:
    return encode.booleans(np.array(values, dtype=np.bool_))


def _read_sorted(values: Sequence[Any], _: int) -> Reading:
    names = sorted(set(values))
    group = {name: code for code, name in enumerate(names)}
    codes = np.fromiter(map(group.__getitem__, values), dtype=np.int32, count=len(values))
    return Reading(codes, 0, object_names(names))


_PLAIN: dict[type, Callable[[Sequence[Any], int], Reading]] = {
    int: _read_ints,
    float: _read_floats,
    bool: _read_bools,
    str: _read_sorted,
    bytes: _read_sorted,
}


def _problem(kind: type) -> str | None:
    """Say why values of a type cannot be labels; None if they can."""
    noun = article(kind.__name__)
    if is_missing_type(kind):
        return None
    if issubclass(kind, complex | np.complexfloating):
        return "a complex number: use its real part or a string as the label"
    if issubclass(kind, np.longdouble) and np.finfo(np.longdouble).bits > 64:
        return f"{noun}: use float(...) of it as the label"
    if hasattr(kind, "as_py"):
        return f"{noun}: pass the pyarrow array itself, or its to_pylist()"
    is_array = hasattr(kind, "__array__") or hasattr(kind, "__dlpack__")
    if issubclass(kind, np.void) or (is_array and not issubclass(kind, np.generic)):
        return f"{noun}, not a single label: use .item() of it, or pass one array of all labels"
    if kind.__hash__ is None:
        cover = ", or partita.Cover.from_memberships for objects in several clusters"
        cover = cover if issubclass(kind, list | set) else ""
        return f"{noun}, which cannot be hashed: use a tuple, a frozenset or a string{cover}"
    if kind.__hash__ is object.__hash__:
        return f"{noun}, equal only to itself: define __eq__ and __hash__, or use a field of it"
    return None


def _read_any(values: Sequence[Any], side: str) -> Reading:
    """Read values of any hashable type, with one key for each distinct (type, value)."""
    tokens = tokens_of(values)
    try:
        distinct = dict(zip(tokens, values, strict=True))
    except TypeError:
        _refuse_unhashable(values, side)
    groups: dict[Key, int] = {}
    names: dict[Key, Any] = {}
    code_of: dict[Hashable, int] = {}
    for token, value in distinct.items():
        if is_missing(value):
            code_of[token] = -1
            continue
        try:
            key = label_key(value)
        except InputError as error:
            raise InputError(
                f"{side}[{tokens.index(token)}] is {show(value)}, which {error}: "
                "fill it, or make the whole label None"
            ) from None
        names.setdefault(key, value)
        code_of[token] = groups.setdefault(key, len(groups))
    if not names:
        return encode.nothing(len(values))
    if len({key[0] for key in names}) > 1:
        _refuse_mixture(values, side)
    codes = np.fromiter(map(code_of.__getitem__, tokens), dtype=np.int32, count=len(values))
    missing = present_mask(codes < 0)
    if sortable(names):
        order = sorted(names)
        place = np.empty(len(order), dtype=np.int32)
        place[[groups[key] for key in order]] = np.arange(len(order), dtype=np.int32)
        return Reading(place[codes], 0, _named(order, [names[key] for key in order]), missing)
    return Reading(codes, 0, object_names(names.values()), missing)


def _named(keys: Sequence[Key], values: Sequence[Any]) -> Array:
    """Return the names of one kind: plain numbers as an array of numbers, others as given."""
    kind = keys[0][0]
    plain = [key[1] for key in keys]
    if kind == "int" and plain[0] >= -(2**63) and plain[-1] < 2**63:
        return np.array(plain, dtype=np.int64)
    if kind in ("float", "bool"):
        return np.array(plain, dtype=np.float64 if kind == "float" else np.bool_)
    return object_names(plain if kind in ("int", "str", "bytes") else values)


def _refuse_unhashable(values: Sequence[Any], side: str) -> NoReturn:
    for x, value in enumerate(values):
        try:
            hash(value)
        except TypeError:
            raise InputError(
                f"{side}[{x}] is {show(value)}, which holds a value that cannot be hashed: use "
                "tuples, frozensets or strings inside labels"
            ) from None
    raise InputError(f"{side} holds labels that cannot be compared: use strings as labels")


def _refuse_mixture(values: Sequence[Any], side: str) -> NoReturn:
    kinds: list[tuple[int, Kind]] = [
        (x, label_key(value)[0]) for x, value in enumerate(values) if not is_missing(value)
    ]
    first, kind = kinds[0]
    odd, other = next(pair for pair in kinds if pair[1] != kind)
    one, two = _word(kind), _word(other)
    raise InputError(
        f"{side}[{odd}] is {show(values[odd])} ({two}) but {side}[{first}] is "
        f"{show(values[first])} ({one}): labels must be of one type; "
        f"make them all {one} or all {two}"
    )


def _word(kind: Kind) -> str:
    return kind if isinstance(kind, str) else kind.__name__
