"""Tests that run for one measure after the other on the same example: it is drawn only once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from partita import Contingency, Measure

Matrix = list[list[int]]


def for_each(measures: Iterable[Measure]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test for every measure, its first argument; a failure names the measure."""
    chosen = tuple(measures)

    def loop(test: Callable[..., None]) -> Callable[..., None]:
        def run(*args: Any, **given: Any) -> None:
            for measure in chosen:
                try:
                    test(measure, *args, **given)
                except Exception as error:
                    error.add_note(f"measure: {measure.name}")
                    raise

        signature = inspect.signature(test)
        rest = list(signature.parameters.values())[1:]
        run.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        run.__name__, run.__qualname__ = test.__name__, test.__qualname__
        run.__module__, run.__doc__ = test.__module__, test.__doc__
        return run

    return loop


def counted(matrix: Matrix) -> Contingency:
    """The table of these counts; measures that are asked of it in turn share it."""
    return _counted(tuple(map(tuple, matrix)))


@lru_cache(maxsize=8)
def _counted(matrix: tuple[tuple[int, ...], ...]) -> Contingency:
    return Contingency.from_matrix(matrix)
