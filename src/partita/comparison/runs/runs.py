"""`compare_runs`: compare methods that were run with several seeds on the same objects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ...base.checks import confidence_of
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...inference.multiple import holm
from ...labels import read_policies
from ...measures.chosen import Asked, choose
from ..counting.columns import Columns
from ..counting.counting import CountOptions, count_all
from ..counting.given_tables import count_tables
from ..draws.samples import joint_sample
from ..ranking.letters import letters
from .methods import Methods
from .pulls import pulls_of
from .reading import named_runs, read_runs
from .run_summary import RunSummary


@long_work("comparing runs")
@explain_keywords
def compare_runs(
    truth: Any = None,
    runs: Mapping[Any, Any] | None = None,
    measure: Asked = "adjusted_rand",
    *,
    table: Any = None,
    deterministic: str | Collection[str] = (),
    confidence: float = 0.95,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
) -> RunSummary:
    """Compare methods rather than runs: each method has several runs with different seeds.

    The mean score of a method varies with the objects, which all runs share, and with the seeds.
    Its standard error contains both, and so do the differences of methods. The variance of a
    single run is split into the parts of the objects, of the seed, and of both together. Labels
    are those of these objects: how the methods would cluster other objects is not known.

    Parameters
    ----------
    truth
        The class of each object.
    runs : Mapping
        From the name of a method to its runs: a list of labelings of the same objects, a mapping
        from seed to labels, or a data frame with a column per seed. The seeds of one method have
        nothing to do with those of another. With `table`, runs are names of its clusterings.
    measure
        The measure, by its name or as a pair of name and options.
    table
        In place of the truth and labels: what ``tabulate(..., joint=True)`` or ``tabulate(...,
        groups=...)`` returns for all runs.
    deterministic
        Names of methods without a seed, which have one run.
    confidence
        Level of intervals and tests.
    groups
        Donor, document or patient of each object: groups are then the independent units, not
        objects.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    RunSummary
        Means of the methods, their differences, and the parts of the variance.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for a run.

    Examples
    --------
    >>> import numpy as np
    >>> import partita
    >>> draw = np.random.default_rng(1)
    >>> truth = np.repeat([0, 1, 2], 100)
    >>> def one_run(share):
    ...     return np.where(draw.random(300) < share, truth, draw.integers(0, 3, 300))
    >>> runs = {
    ...     "kmeans": [one_run(share) for share in (0.8, 0.7, 0.9, 0.75)],
    ...     "ward": [one_run(0.6)],
    ... }
    >>> found = partita.compare_runs(truth, runs, deterministic="ward")
    >>> print(found.table["method"], found.table["value"].round(3))
    ['kmeans' 'ward'] [0.631 0.388]
    """
    s, level = choose(measure), confidence_of(confidence)
    policies = read_policies(missing, noise, noise_as, align)
    options = CountOptions(policies, weights, groups, threads)
    if table is not None:
        clusterings = count_tables(table, {"truth": truth}, options)
        counted, places = read_runs(named_runs(runs, clusterings), deterministic)
    else:
        if truth is None or runs is None:
            raise InputError("give truth and runs, or table= and the names of the runs in it")
        labels, places = read_runs(runs, deterministic)
        counted = count_all(truth, labels, options)
    joint = joint_sample(counted)
    values = np.array([s.of(sample.table) for sample in joint.samples])
    methods = Methods(s, level, counted, joint, places, values, pulls_of(s, joint))
    ranked = methods.ranked
    tests = {(a, b): methods.difference(a, b) for a, b in combinations(ranked, 2)}
    corrected = holm([one["p_value"] for one in tests.values()])
    apart = [
        (ranked.index(a), ranked.index(b))
        for (a, b), p in zip(tests, corrected, strict=True)
        if p < 1 - level
    ]
    return RunSummary(
        s.label,
        methods.table(letters(len(ranked), apart)),
        methods.parts_table(),
        methods.runs_table(),
        _differences(tests, corrected),
        level,
        methods.pulls.units,
        "objects" if joint.groups is None else "groups",
        s.measure.better,
    )


def _differences(
    tests: Mapping[tuple[str, str], dict[str, float]], corrected: Sequence[float]
) -> Columns:
    keys = ("value", "low", "high", "error", "freedom", "p_value")
    return Columns(
        {
            "first": np.array([first for first, _ in tests], dtype=object),
            "second": np.array([second for _, second in tests], dtype=object),
            **{key: np.array([one[key] for one in tests.values()]) for key in keys},
            "p_adjusted": np.array(list(corrected)),
        }
    )
