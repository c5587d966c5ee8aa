"""`sweep`: scores over a parameter such as the number of clusters, compared with chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Floats
from ..base.checks import thread_count, whole_from
from ..base.draws import SWEEP
from ..base.errors import InputError, UndefinedError
from ..base.keywords import explain_keywords
from ..base.progress import long_work, step_through
from ..base.seeds import seed_of
from ..chance.models import Model, model_of
from ..labels import read_policies
from ..measures.chosen import Asked, Chosen, choose_all
from .counting.columns import Columns
from .counting.counting import Counted, CountOptions, check_names, count_all, split_columns
from .counting.score import value_or_reason
from .draws.certainty import LEVEL, chance_means
from .sweep_record import Sweep

if TYPE_CHECKING:
    from collections.abc import Iterable


@long_work("comparing over the parameter")
@explain_keywords
def sweep(
    truth: Any,
    prediction: Mapping[Any, Any] | Any,
    *,
    measures: Asked | Iterable[Asked] | None = (
        "v_measure",
        "adjusted_mutual_information",
        "adjusted_rand",
        "normalized_van_dongen",
    ),
    null: str | None = "permutation",
    draws: int = SWEEP,
    rng: Any = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
) -> Sweep:
    """Score clusterings over a parameter, such as the number of clusters.

    Parameters
    ----------
    truth
        The class of each object.
    prediction : Mapping or DataFrame
        The labels for each value of the parameter: ``{2: labels_2, 3: labels_3, …}``, or a data
        frame with a column for each.
    measures
        Measures or their names.
    null
        The null model whose mean is listed with every score: random labels with the same group
        sizes (``"permutation"``), another of `partita.chance.MODELS`, or None.
    draws
        Bootstrap draws of objects for the tests against the preferred parameter; 0 for no tests.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object: draws are of whole groups, not of objects.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    Sweep
        The scores, and which parameter each measure prefers.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita.comparison import sweep
    >>> truth = [0, 0, 0, 1, 1, 1]
    >>> found = sweep(truth, {1: [0] * 6, 2: truth, 6: range(6)}, draws=0, measures="v_measure")
    >>> print(found)
    parameter  clusters  measure     value  expected
            1         1  v_measure  0.0000    0.0000
            2         2  v_measure  1.0000    0.1735
            6         6  v_measure  0.5579    0.5579
    v_measure prefers 2
    """
    prediction = split_columns("prediction", prediction)
    labels = check_names("prediction", prediction)
    parameters = _parameters(prediction)
    model = None if null is None else model_of(null)  # unknown names fail before anything is read
    draws, seed = whole_from("draws", draws, 0), seed_of(rng)
    asked = choose_all(measures)
    policies = read_policies(missing, noise, noise_as, align)
    counted = count_all(truth, labels, CountOptions(policies, weights, groups, threads))
    values = _score_matrix(counted, asked)
    preferred = [
        int(np.nanargmax(one.sign * column)) for one, column in zip(asked, values.T, strict=True)
    ]
    columns = _score_columns(parameters, counted, asked, values)
    if model is not None:
        columns["expected"] = _chance_column(counted, asked, model, seed)
    if draws:
        columns["p_preferred"] = _preference_tests(
            counted, asked, preferred, draws=draws, seed=seed, threads=threads
        )
    best = {one.label: parameters[place] for one, place in zip(asked, preferred, strict=True)}
    return Sweep(tuple(parameters), Columns(columns), best, draws, seed, tuple(asked))


def _parameters(prediction: Mapping[Any, Any]) -> list[Any]:
    for parameter in prediction:
        if parameter != parameter:  # noqa: PLR0124 - NaN, which could not be found again
            raise InputError("prediction: a parameter is NaN; give every clustering its value")
    return list(prediction)


def _score_matrix(counted: Mapping[str, Counted], asked: list[Chosen]) -> Floats:
    """The values: a row per parameter, a column per measure, NaN where there is no value."""
    found = [[value_or_reason(one, each.table) for one in asked] for each in counted.values()]
    values = np.array([[np.nan if isinstance(v, str) else v for v in row] for row in found])
    empty = np.isnan(values).all(axis=0)
    if empty.any():
        first = int(empty.argmax())
        others = [one.label for one, none in zip(asked, empty, strict=True) if not none]
        remedy = f"ask for the others, measures={others}" if others else "ask for another measure"
        raise UndefinedError(
            f"{asked[first].label} has no value on any of these clusterings "
            f"({found[0][first]}); {remedy}"
        )
    return values


def _score_columns(
    parameters: list[Any], counted: Mapping[str, Counted], asked: list[Chosen], values: Floats
) -> dict[str, Any]:
    """A row per parameter and measure: the groups and the value."""
    each, groups = len(asked), [one.table.groups for one in counted.values()]
    unclustered = [one.unclustered for one in groups]
    numeric = all(type(parameter) in (int, float) for parameter in parameters)
    heads = np.array(parameters) if numeric else np.fromiter(parameters, object, len(parameters))
    return {
        "parameter": np.repeat(heads, each),
        "clusters": np.repeat([one.clusters for one in groups], each),
        **({"unclustered": np.repeat(unclustered, each)} if any(unclustered) else {}),
        "measure": np.array([one.label for one in asked] * len(parameters), dtype=object),
        "value": values.ravel(),
    }


def _chance_column(
    counted: Mapping[str, Counted], asked: list[Chosen], model: Model, seed: int
) -> Floats:
    """The mean of each measure over random labels; NaN where it is not known."""
    from ..chance.null_values import Null

    means = [
        chance_means(one.table, asked, Null(model, seed=seed))
        for one in step_through(counted.values(), "clusterings")
    ]
    return np.array(means, dtype=np.float64).ravel()


def _preference_tests(
    counted: Mapping[str, Counted],
    asked: list[Chosen],
    preferred: list[int],
    *,
    draws: int,
    seed: int,
    threads: int | None,
) -> Floats:
    """The corrected p of each parameter against the preferred one, for each measure."""
    found = np.ones((len(counted), len(asked)))
    if len(counted) == 1:
        return found.ravel()
    from .draws.pair_tests import compare_pairs
    from .draws.samples import joint_sample

    joint = joint_sample(counted)
    drawn = joint.scores(asked, draws, seed, thread_count(threads))
    for place, (one, first) in enumerate(zip(asked, preferred, strict=True)):
        order = [first, *(k for k in range(len(counted)) if k != first)]
        goodness = one.sign * drawn[:, order, place]
        pairs = [(0, k) for k in range(1, len(order))]
        tests = compare_pairs(one, joint, order, goodness, pairs, level=LEVEL, seed=seed)
        found[order[1:], place] = [test.p_adjusted for test in tests]
    return found.ravel()
