"""`join_references`: the score against each of several references, their mean and the best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.checks import confidence_of, whole_from
from ...base.draws import OBJECTS
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work, step_through
from ...base.seeds import seed_of
from ...inference.sampling.correspondence import same_partition
from ...labels.records import from_zero
from ...measures.chosen import Asked, choose
from ..comparison import Comparison
from ..counting.columns import Columns
from ..draws.certainty import Inference, score_intervals
from ..draws.samples import joint_sample
from ..lookup import find_counted
from ..runs.pulls import pulls_of
from .mean_and_best import Scored, best_ends, mean_ends
from .reference_scores import BEST, MEAN, ReferenceScores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...measures.chosen import Chosen
    from ..counting.counting import Counted


@long_work("joining references")
@explain_keywords
def join_references(
    results: Mapping[str, Comparison],
    measure: Asked = "adjusted_rand",
    *,
    confidence: float = 0.95,
    draws: int = OBJECTS,
    rng: Any = 0,
) -> ReferenceScores:
    """Score clusterings against several references: each, their mean, and the best.

    References are alternative truths for the same objects, such as the labels of several
    annotators. All of them are scored on the same draws of objects, so the interval of the mean
    knows how alike they are. The references are these ones, not a sample of annotators.

    Parameters
    ----------
    results
        For each reference a `Comparison` of the same clusterings of the same objects.
    measure
        The measure.
    confidence
        Level of the intervals.
    draws
        Number of bootstrap draws.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.

    Returns
    -------
    ReferenceScores
        A row per clustering and reference, and rows for their mean and the best.

    Raises
    ------
    InputError
        If the comparisons have other clusterings or objects. The message says what to write
        instead.

    Examples
    --------
    >>> import partita
    >>> from partita.comparison import join_references
    >>> ann, bob = [0, 0, 0, 1, 1, 1] * 20, [0, 0, 1, 1, 1, 1] * 20
    >>> clusterings = {"kmeans": [0, 0, 0, 1, 1, 0] * 20}
    >>> found = join_references(
    ...     {"Ann": partita.compare(ann, clusterings), "Bob": partita.compare(bob, clusterings)}
    ... )
    >>> print(found.table["reference"], found.table["value"].round(3))
    ['Ann' 'Bob' 'mean' 'best'] [0.44  0.094 0.267 0.44 ]
    """
    s, level = choose(measure), confidence_of(confidence)
    size, seed = whole_from("draws", draws, 2), seed_of(rng)
    plan = Inference(level, None, "calibrated", size, seed, None)
    every = _counted(results)
    names = list(every)
    rows: list[tuple[str, str, float, float, float]] = []
    for prediction in step_through(list(every[names[0]]), "clusterings"):
        own = {name: counted[prediction] for name, counted in every.items()}
        rows += [(prediction, *row) for row in _rows(own, s, plan)]
    columns = list(zip(*rows, strict=True))
    keys = ("prediction", "reference", "value", "low", "high")
    table = Columns(
        {
            key: np.array(column, dtype=object if key in keys[:2] else np.float64)
            for key, column in zip(keys, columns, strict=True)
        }
    )
    return ReferenceScores(s.label, table, tuple(names), level, size, seed, s.measure.better)


def _rows(
    own: Mapping[str, Counted], s: Chosen, plan: Inference
) -> list[tuple[str, float, float, float]]:
    """The rows of one clustering: each reference, the mean, and the best."""
    joint = joint_sample(own)
    level = plan.confidence or 0.0
    drawn = joint.scores([s], plan.draws or OBJECTS, plan.seed, 0)[:, :, 0]
    values = np.array([s.of(sample.table) for sample in joint.samples])
    rows = []
    ends = []
    for (name, one), value in zip(own.items(), values.tolist(), strict=True):
        (found,) = score_intervals(one, [s], plan)
        low, high = (value, value) if found is None else found.interval
        rows.append((name, value, low, high))
        ends.append((low, high))
    mean = float(values.mean())
    best = s.sign * float((s.sign * values).max())
    scored = Scored(values, drawn, pulls_of(s, joint), ends)
    rows.append((MEAN, mean, *mean_ends(scored, level)))
    rows.append((BEST, best, *best_ends(s.sign, scored, level)))
    return rows


def _counted(results: object) -> dict[str, dict[str, Counted]]:
    """The counted clusterings by reference, in the same order."""
    if not isinstance(results, Mapping) or len(results) < 2:
        raise InputError(
            "results must map two or more references to comparisons, such as "
            "{'Ann': partita.compare(ann, clusterings), 'Bob': partita.compare(bob, clusterings)}"
        )
    every: dict[str, dict[str, Counted]] = {}
    for name, found in results.items():
        if not isinstance(found, Comparison):
            raise InputError(
                f"reference {str(name)!r} must hold a Comparison; got {type(found).__name__}"
            )
        if str(name) in (MEAN, BEST):
            raise InputError(
                f"rename the reference {str(name)!r}: a row of the result has this name"
            )
        every[str(name)] = {one: find_counted(found, one) for one in found.predictions}
    first, *others = every
    for name in others:
        if set(every[name]) != set(every[first]):
            raise InputError(
                f"reference {name!r} has the clusterings {', '.join(map(repr, every[name]))}, and "
                f"{first!r} has {', '.join(map(repr, every[first]))}; compare the same ones"
            )
        every[name] = {one: every[name][one] for one in every[first]}
        for one, counted in every[name].items():
            _check_same(one, (first, every[first][one]), (name, counted))
    return every


def _check_same(prediction: str, one: tuple[str, Counted], other: tuple[str, Counted]) -> None:
    """Refuse two references whose clusterings are not the same, object by object."""
    (first, a), (second, b) = one, other
    sides = from_zero(a.pair.prediction), from_zero(b.pair.prediction)
    if (
        len(sides[0]) != len(sides[1])
        or not np.array_equal(_weights(a), _weights(b))
        or not same_partition(*(side.astype(np.int64) for side in sides))
    ):
        raise InputError(
            f"{prediction!r} is not the same clustering in {first!r} and {second!r}, object by "
            "object: compare the same objects in the same order, with the same weights"
        )


def _weights(one: Counted) -> NDArray[Any]:
    weights = one.pair.weights
    return np.ones(len(one.pair.prediction.codes)) if weights is None else weights
