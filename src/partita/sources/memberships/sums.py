"""Sums of products of memberships in SQL: the same text, and the same bits, in every engine.

A product p of memberships is split into two integers: floor(p·2^28), and the floor of the rest
times 2^28. Engines add integers, so neither the order of rows nor partitions change a bit; at most
2^-56 per object is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ...soft.kinds.checks import SINGLE, TOLERANCE
from ..rows.job import Job
from .types import check_type, is_single_type

STEP = 1 << 28
_RAW = {"u": "a", "v": "b"}  # what columns are called before they are checked and scaled
LABEL = "label"


class Sides(NamedTuple):
    """The columns with memberships, "u" of the truth and "v" of the prediction, or with labels."""

    soft: dict[str, tuple[Any, ...]]
    hard: Any = None  # column with the labels of the other side
    drop: bool = False  # leave out objects with a missing value
    query: str | None = None  # for a DuckDB connection
    single: frozenset[str] = frozenset()  # 32-bit columns, by their new names

    def slack(self, names: list[str]) -> float:
        """How much the sum of a row over these columns may differ from 1."""
        rounding = SINGLE * sum(name in self.single for name in names)
        return max(TOLERANCE * len(names), rounding)

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the source by their new names."""
        named = {_RAW[s] + str(k): c for s, own in self.soft.items() for k, c in enumerate(own)}
        return named if self.hard is None else {LABEL: self.hard, **named}

    @property
    def job(self) -> Job:
        """The columns as a job, which is checked by the same rules."""
        soft = [name for own in self.soft.values() for name in own]
        return Job(soft[0] if self.hard is None else self.hard, tuple(soft))

    @property
    def key(self) -> list[str]:
        """The columns by which sums are grouped."""
        return [] if self.hard is None else [LABEL]


class Quantity(NamedTuple):
    """A sum of products: its table of sums, its place there, and the factors."""

    table: str
    place: tuple[int, ...]
    factors: tuple[str, ...]


def quantities(sides: Sides) -> list[Quantity]:
    """All sums, over all objects or over those with one label."""
    found = []
    for side, own in sides.soft.items():
        size = range(len(own))
        found += [Quantity(f"{side} totals", (k,), (f"{side}{k}",)) for k in size]
        pairs = ((k, m) for k in size for m in size if k <= m)
        found += [Quantity(f"{side} gram", (k, m), (f"{side}{k}", f"{side}{m}")) for k, m in pairs]
    if sides.hard is not None:
        (side,) = sides.soft
        return [*found, Quantity(f"{side} norms", (0,), (side + side,))]
    r, c = (range(len(own)) for own in sides.soft.values())
    found += [Quantity("joint", (i, j), (f"u{i}", f"v{j}")) for i in r for j in c]
    found += [Quantity("u squares", (i,), (f"u{i}", f"u{i}", "vv")) for i in r]
    return found + [Quantity("v squares", (j,), (f"v{j}", f"v{j}", "uu")) for j in c]


def selected(
    sides: Sides, types: Mapping[Any, str], quote: Callable[[str], str]
) -> tuple[Sides, list[str]]:
    """The columns in SQL, memberships as doubles, and `sides` with its 32-bit columns noted."""
    texts, single = [], set()
    for new, name in sides.columns.items():
        if new == LABEL:
            texts.append(f"{quote(name)} AS {new}")
            continue
        check_type(name, types[name])
        texts.append(f"CAST({quote(name)} AS DOUBLE) AS {new}")
        if is_single_type(types[name]):
            single.add(new)
    return sides._replace(single=frozenset(single)), texts


def raw_names(sides: Sides) -> dict[str, list[str]]:
    """The columns of each side, before they are checked and scaled."""
    return {s: [f"{_RAW[s]}{k}" for k in range(len(own))] for s, own in sides.soft.items()}


def steps(sides: Sides) -> Iterator[list[str]]:
    """Expressions of three successive projections.

    The first marks the rows that are memberships. The second divides these by their sum and sets
    others to 0. The third adds squared norms, and whether more than one group is possible.
    """
    raw = raw_names(sides)
    checks = [f"{name} >= 0" for names in raw.values() for name in names]
    for names in raw.values():
        row = " + ".join(names)
        # A sum times 0 is 0 unless it holds NaN, which a comparison in DuckDB would not notice.
        checks += [f"ABS({row} - 1e0) <= {sides.slack(names)!r}", f"({row}) * 0e0 = 0e0"]
    good = f"CASE WHEN {' AND '.join(checks)} THEN 1 ELSE 0 END AS good"
    yield [*sides.key, good, *(name for names in raw.values() for name in names)]
    scaled = [
        f"CASE WHEN good = 1 THEN {name} / ({' + '.join(names)}) ELSE 0e0 END AS {side}{k}"
        for side, names in raw.items()
        for k, name in enumerate(names)
    ]
    yield [*sides.key, "good", *scaled]
    norms, open_ = [], []
    for side, names in raw.items():
        own = [f"{side}{k}" for k in range(len(names))]
        norms.append(f"{' + '.join(f'{one} * {one}' for one in own)} AS {side}{side}")
        above = " + ".join(f"CASE WHEN {one} > 0 THEN 1 ELSE 0 END" for one in own)
        open_.append(f"CASE WHEN {above} > 1 THEN 1 ELSE 0 END AS open_{side}")
    kept = [f"{side}{k}" for side, names in raw.items() for k in range(len(names))]
    yield [*sides.key, "good", *kept, *norms, *open_]


def sums(sides: Sides) -> list[str]:
    """Expressions of the aggregation, in the order in which `assembled` takes their values."""
    found = ["COUNT(*) AS n", "SUM(CAST(good AS BIGINT)) AS good"]
    found += [f"SUM(CAST(open_{side} AS BIGINT)) AS open_{side}" for side in sides.soft]
    for at, one in enumerate(quantities(sides)):
        parts = zip("hl", limbs(" * ".join(one.factors)), strict=True)
        found += [f"{text} AS {name}{at}" for name, text in parts]
    return found


def limbs(product: str) -> tuple[str, str]:
    """Sums of the two integers into which a product is split."""
    high = f"{product} * {STEP}e0"
    low = f"({high} - FLOOR({high})) * {STEP}e0"
    return f"SUM(CAST(FLOOR({high}) AS BIGINT))", f"SUM(CAST(FLOOR({low}) AS BIGINT))"
