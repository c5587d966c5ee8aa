"""One call: every measure of every clustering, from one table each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..base.errors import InputError, UndefinedError
from ..base.keywords import explain_keywords
from ..base.seeds import seed_of
from ..labels import read_policies
from ..labels.containers import refuse_source
from ..measures.chosen import Asked, Chosen, asks_for_all, choose_all
from ..table.contingency import AnyTable
from .comparison import Comparison
from .counting.counting import (
    Counted,
    CountOptions,
    check_names,
    check_objects,
    count_all,
    split_columns,
)
from .counting.score import Score
from .draws.certainty import Inference, score_intervals, score_tests
from .lookup import UNNAMED
from .soft_scores import is_soft, refuse_for_soft, soft_scores

if TYPE_CHECKING:
    from ..results import Estimate, Significance
    from ..table.contingency import AnyTable

Certain: TypeAlias = "tuple[Estimate | None, Significance | None]"
Infer: TypeAlias = Callable[[Counted, list[Chosen], Inference], "list[Certain | str]"]


@explain_keywords
def compare(
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Any = None,
    measures: Asked | Iterable[Asked] | None = None,
    confidence: float | None = None,
    null: str | None = None,
    method: str = "calibrated",
    draws: int | None = None,
    rng: Any = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
) -> Comparison:
    """Compare one or more clusterings with the truth.

    Parameters
    ----------
    truth, prediction
        Labels of the same objects. Several predictions as a mapping from name to labels, or as a
        data frame; a soft clustering (`Fuzzy`, `Rough`, …) stands wherever labels do.
    table
        In place of labels what `partita.tabulate` returns: a table, tables by prediction, or tables
        by prediction and below that by group (``groups=``), whose groups intervals draw. Beware:
        tables have forgotten which objects are the same, so predictions are not ranked.
    measures
        Names, ``"v_measure:beta=0.5"`` or ``("v_measure", {"beta": 0.5})`` for options; left out,
        the main ones; ``"all"`` for every measure but baselines such as
        expected_mutual_information; those without a value or interval are listed with the reason.
    confidence
        Level of an interval for every score, such as 0.95: how certain is it? Soft clusterings
        keep the interval of what they leave open, with or without it.
    null
        ``"permutation"`` adds chance: its mean, z and p for every score, and p_adjusted, which
        accounts for the number of scores tested in this call (Holm's method). Random labels then
        keep their group sizes; `partita.chance.MODELS` lists the other models of chance.
    method, draws, rng
        How intervals and chance are computed; see `confidence_interval` and `significance`.
    groups
        Donor, document or patient of each object: intervals and ranks draw whole groups, whose
        number is the real size of the sample, since objects of one group resemble each other.
    weights, missing, noise, noise_as, align
        As for every measure.

    Examples
    --------
    >>> from partita.comparison import compare
    >>> truth = ["a", "a", "a", "b", "b", "b"]
    >>> c = compare(truth, {"one": [0, 0, 0, 1, 1, 1], "two": [0, 0, 1, 1, 1, 1]},
    ...             measures=["adjusted_rand", "v_measure"])
    >>> print(c)
    truth: truth (n = 6)
    <BLANKLINE>
    measure        better     one     two
    adjusted_rand  higher  1.0000  0.3243
    v_measure      higher  1.0000  0.4787
    >>> c["two", "adjusted_rand"].value
    0.32432432432432434
    """
    asked, seed = choose_all(measures), seed_of(rng)
    beside = CountOptions(read_policies(missing, noise, noise_as, align), weights, groups, threads)
    plan = Inference(confidence, null, method, draws, seed, threads)
    infer = _certain_where_possible if asks_for_all(measures) else _certain
    if table is not None:
        from .tables import count_tables

        ready = count_tables(table, {"truth": truth, "prediction": prediction}, beside)
        every = (_scores(name, one, asked, plan, infer) for name, one in ready.items())
        found = [score for own in every for score in own]
        own = {name: one.table.n for name, one in ready.items()}
        return Comparison("truth", tuple(_corrected(found)), ready, own, seed)
    refuse_source(truth, "truth")
    if truth is None or prediction is None:
        raise InputError(f"give truth and prediction, or table={_of_frame(truth)}")
    predictions = _named(prediction)
    soft = {name for name, labels in predictions.items() if is_soft(truth) or is_soft(labels)}
    if soft:
        refuse_for_soft(min(soft), beside, plan, alone=len(soft) == len(predictions))
        check_objects(truth, predictions, beside)
    hard = {name: labels for name, labels in predictions.items() if name not in soft}
    counted = count_all(truth, hard, beside) if hard else {}
    scores: list[Score] = []
    sizes: dict[str, int | float] = {}
    for name, labels in predictions.items():
        if name in soft:
            sizes[name] = len(labels)
            scores += soft_scores(name, truth, labels, asked, seed, many=len(predictions) > 1)
        else:
            sizes[name] = counted[name].table.n
            scores += _scores(name, counted[name], asked, plan, infer)
    title = _called(truth, "truth")
    return Comparison(title, tuple(_corrected(scores)), counted, sizes, seed)


def _of_frame(truth: Any) -> str:
    """How a frame or file that holds both sides is compared."""
    if not (hasattr(truth, "columns") or isinstance(truth, str | os.PathLike)):
        return ""
    return '; for columns of one source table=partita.tabulate(source, "truth", ["prediction"])'


def _named(prediction: Any) -> dict[str, Any]:
    prediction = split_columns("prediction", prediction)
    if not isinstance(prediction, Mapping):
        return {_called(prediction, UNNAMED): prediction}
    return check_names("prediction", prediction)


def _called(labels: Any, otherwise: str) -> str:
    name = getattr(labels, "name", None)
    return name if isinstance(name, str) else otherwise


def _scores(
    name: str, counted: Counted, asked: list[Chosen], plan: Inference, infer: Infer
) -> Iterator[Score]:
    """Read every measure from the table, and what was asked about those that have a value."""
    values = [_value(counted.table, one) for one in asked]
    valued = [one for one, value in zip(asked, values, strict=True) if not isinstance(value, str)]
    found = iter(infer(counted, valued, plan))
    for one, value in zip(asked, values, strict=True):
        if isinstance(value, str):
            yield Score(name, one, None, undefined=value)
            continue
        certain = next(found)
        if isinstance(certain, str):
            yield Score(name, one, value, undefined=certain)
        else:
            yield Score(name, one, value, *certain)


def _certain(counted: Counted, asked: list[Chosen], plan: Inference) -> list[Certain | str]:
    """Intervals and chance of all measures, which share their draws."""
    both = score_intervals(counted, asked, plan), score_tests(counted.table, asked, plan)
    return list(zip(*both, strict=True))


def _certain_where_possible(
    counted: Counted, asked: list[Chosen], plan: Inference
) -> list[Certain | str]:
    """The same, with the reason in place of what a measure cannot be given."""
    try:
        return _certain(counted, asked, plan)
    except UndefinedError as error:
        if len(asked) == 1:
            return [str(error)]
    half = len(asked) // 2
    parts = asked[:half], asked[half:]
    return [one for part in parts for one in _certain_where_possible(counted, part, plan)]


def _corrected(scores: list[Score]) -> list[Score]:
    """Account for the number of tests that were made, all together, by Holm's method."""
    tested = {k: one.significance for k, one in enumerate(scores) if one.significance is not None}
    if not tested:
        return scores
    from ..inference.multiple import at_floor, holm

    corrected = holm(one.p_value for one in tested.values())
    floors = at_floor(corrected, [one.at_floor for one in tested.values()])
    found = dict(zip(tested, zip(corrected, floors, strict=True), strict=True))
    return [
        replace(one, p_adjusted=found[k][0], at_floor=found[k][1]) if k in found else one
        for k, one in enumerate(scores)
    ]


def _value(table: AnyTable, one: Chosen) -> float | str:
    """The value, or why there is none."""
    try:
        return one.of(table)
    except UndefinedError as error:
        return str(error)
