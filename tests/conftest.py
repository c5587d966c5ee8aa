"""Settings of all tests: a Hypothesis profile that repeats its examples, and a clean registry."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "partita",
    derandomize=True,
    deadline=None,
    max_examples=25,
    database=None,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("partita")


def pytest_collection_finish() -> None:
    """Exclude modules and the list of tests from every later garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Include them again at the end, as in any other process."""
    gc.unfreeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol():
    """Remove the measures that a test registered."""
    from partita.measures.measure import _REGISTRY

    before = dict(_REGISTRY)
    result = yield
    if before != _REGISTRY:
        _REGISTRY.clear()
        _REGISTRY.update(before)
    return result
