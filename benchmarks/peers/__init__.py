"""The other libraries: each of their jobs is a function that takes labels and returns a contender.

A library that is not installed is skipped and reported. Each gets the labels in its own form (a
DataFrame, a tensor, an Arrow table), which is made outside the timed run. Libraries that support
threads are set to two. This package only calls them and has none of their code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, TypeAlias

from suite.timing import Contender

Offer: TypeAlias = "tuple[Callable[[], Any], Callable[[Any], dict[str, Any]]]"
_PEERS: dict[str, Callable[[Any, Any], Contender]] = {}
_NEEDS: dict[str, tuple[str, tuple[str, ...]]] = {}
missing: set[str] = set()


def peer(
    name: str, job: str, *, needs: str | tuple[str, ...], threads: int = 1, tolerance: float = 1e-9
) -> Callable[[Callable[[Any, Any], Offer]], Callable[[Any, Any], Contender]]:
    """Declare a job of a library: what to run, and the scores that its result claims."""

    def declare(offer: Callable[[Any, Any], Offer]) -> Callable[[Any, Any], Contender]:
        def contender(truth: Any, prediction: Any) -> Contender:
            run, claims = offer(truth, prediction)
            return Contender(
                name, job, lambda _: run(), claims, threads=threads, tolerance=tolerance
            )

        _PEERS[f"{name} {job}"] = contender
        _NEEDS[f"{name} {job}"] = name, (needs,) if isinstance(needs, str) else needs
        return contender

    return declare


def peers(truth: Any, prediction: Any, *jobs: str) -> Iterator[Contender]:
    """The contenders for the named jobs, such as "scikit-learn ARI", if installed."""
    for job in jobs:
        name, needs = _NEEDS[job]
        if None in map(find_spec, needs):
            missing.add(name)
        else:
            yield _PEERS[job](truth, prediction)


def score(name: str) -> Callable[[Any], dict[str, Any]]:
    """Declare that a result is the value of a measure."""
    return lambda result: {name: float(result)}


from . import arrays, frames, scores  # noqa: E402, F401 - they declare themselves
