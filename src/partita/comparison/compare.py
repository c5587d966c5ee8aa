"""`compare`: score clusterings against a truth by all measures, each from one table."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..base.errors import InputError
from ..base.keywords import explain_keywords
from ..base.progress import long_work, step_through
from ..base.seeds import seed_of
from ..base.wording import UNNAMED
from ..labels import read_policies
from ..labels.containers import refuse_source
from ..measures.chosen import Asked, asks_for_all, choose_all
from .comparison import Comparison
from .counting.counting import CountOptions, check_names, check_objects, count_all, split_columns
from .counting.score import Score
from .draws.certainty import Inference
from .scores import (
    adjust_p_values,
    hard_scores,
    is_soft,
    leaves_probabilities,
    refuse_for_soft,
    soft_scores,
)


@long_work("comparing clusterings")
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
    truth : array_like, optional
        The class of each object.
    prediction : array_like, Mapping or DataFrame, optional
        The clustering; several as a mapping from name to labels, or as a data frame. Each may be a
        soft clustering (`Fuzzy`, `Rough`, …).
    table
        What `partita.tabulate` returns, instead of labels: a table, tables by prediction, tables by
        prediction and group (``groups=``), whose groups intervals draw, or a `JointTable`
        (``joint=True``). Beware: tables by prediction do not say which objects are the same, so
        they are not ranked; joint tables and tables by group are.
    measures
        Names; options as ``"v_measure:beta=0.5"`` or ``("v_measure", {"beta": 0.5})``. The main
        measures by default; ``"all"`` for all measures except baselines such as
        expected_mutual_information. Those without a value or interval are listed with the reason.
    confidence
        Level of an interval for every score, such as 0.95. Intervals of hard clusterings are
        about other objects. Soft clusterings have the interval that their memberships leave open:
        of a fuzzy one, the values of this share of the hard clusterings that it allows; of the
        others, the range of the mean, with or without a level.
    null
        ``"permutation"`` adds a test against chance: mean under chance, z and p for every score,
        and p_adjusted, which is corrected for the number of scores in this call (Holm's method).
        Random labels keep their group sizes; `partita.chance.MODELS` lists other null models.
    method
        How intervals are computed, as for `confidence_interval`.
    draws
        Number of draws, as for `confidence_interval` and `significance`.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object. Intervals and ranks then draw whole groups:
        objects of one group resemble each other, so the number of groups is the sample size.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    Comparison
        The scores, with everything that can be read from the same tables.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita.comparison import compare
    >>> truth = ["a", "a", "a", "b", "b", "b"]
    >>> c = compare(truth, {"one": [0, 0, 0, 1, 1, 1], "two": [0, 0, 1, 1, 1, 1]},
    ...             measures=["adjusted_rand", "v_measure"])
    >>> print(c)
    truth: truth (n = 6); * marks the best value of each measure
    <BLANKLINE>
    measure        better      one     two
    adjusted_rand  higher  1.0000*  0.3243
    v_measure      higher  1.0000*  0.4787
    >>> c["two", "adjusted_rand"].value
    0.32432432432432434
    """
    chosen, seed, lenient = choose_all(measures), seed_of(rng), asks_for_all(measures)
    options = CountOptions(read_policies(missing, noise, noise_as, align), weights, groups, threads)
    plan = Inference(confidence, null, method, draws, seed, threads)
    predictions: Mapping[str, Any]
    if table is not None:
        from .counting.given_tables import count_tables

        predictions = counted = count_tables(
            table, {"truth": truth, "prediction": prediction}, options
        )
    else:
        refuse_source(truth, "truth")
        if truth is None or prediction is None:
            raise InputError(f"give truth and prediction, or a table: {_table_of(truth)}")
        predictions = _by_name(prediction)
        soft = [name for name, labels in predictions.items() if is_soft(truth) or is_soft(labels)]
        if soft:
            some_hard = len(soft) < len(predictions)
            fuzzy = any(leaves_probabilities(truth, predictions[name]) for name in soft)
            alone = [] if some_hard else ["null"] if fuzzy else ["confidence", "null"]
            refuse_for_soft(min(soft), options, plan, alone=alone)
            check_objects(truth, predictions, options)
        hard = {name: labels for name, labels in predictions.items() if name not in soft}
        counted = count_all(truth, hard, options) if hard else {}
    scores: list[Score] = []
    sizes: dict[str, int | float] = {}
    many = len(predictions) > 1
    for name, labels in step_through(predictions.items(), "clusterings"):
        if name in counted:
            sizes[name] = counted[name].table.n
            scores += hard_scores(name, counted[name], chosen, plan, lenient=lenient)
        else:
            sizes[name] = len(labels)
            scores += soft_scores(name, truth, labels, chosen, plan, many=many)
    title = _name_of(truth, "truth")
    return Comparison(title, adjust_p_values(scores), counted, sizes, seed)


def _table_of(truth: Any) -> str:
    """What table to write; of columns if the truth is a frame or a file, which holds both sides."""
    if not (hasattr(truth, "columns") or isinstance(truth, str | os.PathLike)):
        return "table=partita.Contingency.from_matrix(counts)"
    return 'table=partita.tabulate(source, "truth", ["prediction"]) counts columns of one source'


def _by_name(prediction: Any) -> dict[str, Any]:
    prediction = split_columns("prediction", prediction)
    if not isinstance(prediction, Mapping):
        return {_name_of(prediction, UNNAMED): prediction}
    return check_names("prediction", prediction)


def _name_of(labels: Any, default: str) -> str:
    name = getattr(labels, "name", None)
    return name if isinstance(name, str) else default
