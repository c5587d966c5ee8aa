"""Every way to make a table gives the same bits: threads, chunks, engines, order, names, sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from labelings import scores

import partita
from partita import Contingency
from partita.sources import Stream, tabulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Side = NDArray[np.int64]


def labels(objects: int, seed: int) -> tuple[Side, Side]:
    """Classes of very different sizes, and clusters that agree with them loosely."""
    random = np.random.default_rng(seed)
    truth = random.zipf(1.6, objects) % 97
    return truth, (truth * 13 + random.integers(0, 40, objects)) % 61


def in_memory(truth: Side, prediction: Side) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Ways to make a table without other libraries."""
    for threads in (1, 2, 3, 8, 64):
        yield (
            f"{threads} threads",
            lambda threads=threads: Contingency.from_labels(truth, prediction, threads=threads),
        )
    for parts in (2, 7, 50):
        yield f"sum of {parts} tables", lambda parts=parts: added(truth, prediction, parts)
        yield f"stream of {parts} batches", lambda parts=parts: streamed(truth, prediction, parts)
    order = np.random.default_rng(3).permutation(truth.size)
    yield "another order", lambda: Contingency.from_labels(truth[order], prediction[order])
    renamed = (-truth, (prediction * 7919) % 100_003)
    yield "other names", lambda: Contingency.from_labels(*renamed)
    yield "narrow types", lambda: Contingency.from_labels(truth.astype(np.int16), prediction[::1])
    yield "text", lambda: Contingency.from_labels(truth.astype(str), prediction.astype(str))
    yield "Python objects", lambda: Contingency.from_labels(truth.tolist(), prediction.tolist())
    dense = np.zeros((97, 61), dtype=np.int64)
    np.add.at(dense, (truth, prediction), 1)
    yield "a matrix", lambda: Contingency.from_matrix(dense)
    yield "sides swapped twice", lambda: Contingency.from_labels(prediction, truth).T


def by_engines(truth: Side, prediction: Side) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Ways through other libraries, if installed."""
    columns = {"truth": truth, "prediction": prediction}
    names = {"truth": "truth", "prediction": "prediction"}
    makers: dict[str, Callable[[Any], Any]] = {
        "pandas": lambda library: library.DataFrame(columns),
        "polars": lambda library: library.DataFrame(columns),
        "pyarrow": lambda library: library.table(columns),
        "duckdb": lambda library: library.sql(
            "select unnest($truth) as truth, unnest($prediction) as prediction",
            params={name: side.tolist() for name, side in columns.items()},
        ),
    }
    for name, make in makers.items():
        try:
            library = __import__(name)
        except ImportError:
            continue
        yield name, lambda make=make, library=library: tabulate(make(library), **names)


def added(truth: Side, prediction: Side, parts: int) -> Any:
    """The sum of the tables of this many parts."""
    pieces = zip(np.array_split(truth, parts), np.array_split(prediction, parts), strict=True)
    first, *rest = (Contingency.from_labels(*piece) for piece in pieces)
    return sum(rest, start=first)


def streamed(truth: Side, prediction: Side, parts: int) -> Any:
    """A table counted in this many batches."""
    stream = Stream()
    for piece in zip(np.array_split(truth, parts), np.array_split(prediction, parts), strict=True):
        stream.update(*piece)
    return stream.table


def differing(expected: dict[Any, Any], found: dict[Any, Any]) -> list[Any]:
    """The keys with different floats as values."""
    return [key for key in expected if repr(expected[key]) != repr(found[key])]


def measured(objects: int, seed: int = 1) -> tuple[int, int, list[str]]:
    """The number of ways, the number of values by each, and the differences."""
    sides = labels(objects, seed)
    expected = scores(Contingency.from_labels(*sides))
    failures, ways = [], 0
    for name, make in (*in_memory(*sides), *by_engines(*sides)):
        ways += 1
        failures += [f"{name}: {key}" for key in differing(expected, scores(make()))]
    swapped = scores(Contingency.from_labels(sides[1], sides[0]))
    symmetric = {(m.name, *m.options.values()) for m in partita.MEASURES.values() if m.symmetric}
    failures += [
        f"sides swapped: {key}" for key in differing(expected, swapped) if key in symmetric
    ]
    return ways + 1, len(expected), failures
