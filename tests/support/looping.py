"""Runs a test for one measure or case after the other, so that an example is drawn only once.

Other people's registered measures are separate tests, with their names.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, update_wrapper
from typing import Any

import pytest

from partita import Contingency, Measure

Matrix = list[list[int]]


def in_turn(arguments: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """Call a function for every value of some arguments in one test; a failure names the value."""
    names, listed = arguments.split(", "), list(values)

    def loop(test: Callable[..., None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            for value in listed:
                chosen = value if len(names) > 1 else (value,)
                with _said(f"{arguments}: {value!r}"):
                    test(**dict(zip(names, chosen, strict=True)), **given)

        kept = [p for p in inspect.signature(test).parameters.values() if p.name not in names]
        return _shown(run, test, kept)

    return loop


def for_each(measures: Iterable[Measure]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a function with every measure as first argument; a failure names the measure.

    ``PARTITA_MEASURES`` limits the measures; tools/mutate.py names those with a fault.
    """
    only = os.environ.get("PARTITA_MEASURES", "").split()
    groups: dict[str, list[Measure]] = {}
    for one in measures:
        if only and one.name not in only:
            continue
        ours = one.ours
        groups.setdefault("ours" if ours else one.name, []).append(one)

    def loop(test: Callable[..., None]) -> Callable[..., None]:
        def run(measures: str, *args: Any, **given: Any) -> None:
            for measure in groups[measures]:
                with _said(f"measure: {measure.name}"):
                    test(measure, *args, **given)

        rest = list(inspect.signature(test).parameters.values())[1:]
        measured = inspect.Parameter("measures", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        return pytest.mark.parametrize("measures", groups)(_shown(run, test, [measured, *rest]))

    return loop


@contextmanager
def _said(note: str) -> Iterator[None]:
    """Name the value of a failed test."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        error.add_note(note)
        raise


def _shown(
    run: Callable[..., None], test: Callable[..., None], parameters: list[inspect.Parameter]
) -> Callable[..., None]:
    """The loop under the name of the test, with the arguments that pytest provides."""
    del update_wrapper(run, test).__wrapped__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def counted(matrix: Matrix) -> Contingency:
    """The table of these counts, which all measures share."""
    return _counted(tuple(map(tuple, matrix)))


@lru_cache(maxsize=8)
def _counted(matrix: tuple[tuple[int, ...], ...]) -> Contingency:
    return Contingency.from_matrix(matrix)
