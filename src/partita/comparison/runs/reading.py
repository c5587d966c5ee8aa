"""Reads methods with their runs: labels by run, and which runs belong to which method."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ...base.errors import InputError
from ...base.wording import alternatives, show
from ..counting.counting import Counted, check_names, split_columns


def read_runs(
    runs: object, deterministic: str | Collection[str]
) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """Labels by the name of the run, and the places of each method's runs among them."""
    methods = check_names("runs", runs)
    single = {deterministic} if isinstance(deterministic, str) else set(deterministic)
    unknown = sorted(single - set(methods))
    if unknown:
        known = ", ".join(map(repr, methods))
        raise InputError(
            f"deterministic names {unknown[0]!r}, which is not in runs: it has {known}"
        )
    labels: dict[str, Any] = {}
    places: dict[str, list[int]] = {}
    for name, given in methods.items():
        own = _runs_of(name, given)
        if len(own) < 2 and name not in single:
            raise InputError(
                f"runs[{name!r}] holds {len(own)} run: the variance of seeds takes two or more; if "
                f"the method has no seed, write deterministic={name!r}"
            )
        if len(own) > 1 and name in single:
            raise InputError(
                f"runs[{name!r}] holds {len(own)} runs, and deterministic={name!r} says that all "
                "runs are the same: pass one run, or leave the name out of deterministic"
            )
        places[name] = list(range(len(labels), len(labels) + len(own)))
        labels.update({f"{name}[{seed}]": one for seed, one in own.items()})
    if len(labels) != sum(map(len, places.values())):
        raise InputError("runs holds two runs of one name: rename a method or a seed")
    return labels, places


def named_runs(runs: object, clusterings: Mapping[str, Counted]) -> dict[Any, dict[str, Counted]]:
    """The runs of each method, counted in a table and found by their names."""
    if not isinstance(runs, Mapping):
        raise InputError(
            "runs must map methods to names of clusterings in the table, such as {'kmeans': "
            f"['seed_0', 'seed_1']}}; found {type(runs).__name__}"
        )
    found = {}
    for method, given in runs.items():
        names = [given] if isinstance(given, str) else list(given)
        for name in names:
            if str(name) not in clusterings:
                raise InputError(
                    f"runs[{method!r}] names {show(name)}, which table does not have; "
                    f"{alternatives(name, [*clusterings])}"
                )
        found[method] = {str(name): clusterings[str(name)] for name in names}
    return found


def _runs_of(name: str, given: Any) -> dict[str, Any]:
    """The runs of one method by their seeds; those of a list are numbered."""
    if not isinstance(given, list | tuple):
        given = split_columns(f"runs[{name!r}]", given)
    if isinstance(given, Mapping):
        return check_names(f"runs[{name!r}]", given)
    if not isinstance(given, list | tuple):
        raise InputError(
            f"runs[{name!r}] must be a list of labelings, one for each seed, such as [labels of "
            f"seed 0, labels of seed 1]; found {type(given).__name__}"
        )
    if not given:
        raise InputError(f"runs[{name!r}] holds no run: pass a list of labelings")
    if any(isinstance(one, str) or not hasattr(one, "__len__") for one in given):
        raise InputError(
            f"runs[{name!r}] is one labeling, not a list of labelings: write [labels of seed 0, "
            f"labels of seed 1], or [labels] and deterministic={name!r}"
        )
    return {str(k): one for k, one in enumerate(given)}
