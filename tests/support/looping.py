"""Tests that run for one measure after the other on the same example: it is drawn only once.

Measures that others have registered are tests of their own, with their names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache, update_wrapper
from typing import Any

import pytest

from partita import Contingency, Measure

Matrix = list[list[int]]


def for_each(measures: Iterable[Measure]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test for every measure, its first argument; a failure names the measure."""
    groups: dict[str, list[Measure]] = {}
    for one in measures:
        ours = one.ours
        groups.setdefault("ours" if ours else one.name, []).append(one)

    def loop(test: Callable[..., None]) -> Callable[..., None]:
        def run(measures: str, *args: Any, **given: Any) -> None:
            for measure in groups[measures]:
                try:
                    test(measure, *args, **given)
                except Exception as error:
                    error.add_note(f"measure: {measure.name}")
                    raise

        signature = inspect.signature(test)
        rest = list(signature.parameters.values())[1:]
        measured = inspect.Parameter("measures", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        del update_wrapper(run, test).__wrapped__
        run.__signature__ = signature.replace(parameters=[measured, *rest])  # type: ignore[attr-defined]
        return pytest.mark.parametrize("measures", groups)(run)

    return loop


def counted(matrix: Matrix) -> Contingency:
    """The table of these counts; measures that are asked of it in turn share it."""
    return _counted(tuple(map(tuple, matrix)))


@lru_cache(maxsize=8)
def _counted(matrix: tuple[tuple[int, ...], ...]) -> Contingency:
    return Contingency.from_matrix(matrix)
