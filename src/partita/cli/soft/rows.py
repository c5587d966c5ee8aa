"""The result of one measure in `partita soft`: mean, low and high, and how each was found."""

from __future__ import annotations

from argparse import Namespace
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.errors import InputError, UndefinedError
from ...base.wording import method_text
from ..terminal import note

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...soft import Soft

COVERED = 0.95  # share of the hard clusterings between low and high of two fuzzy sides
_ADVICE = '; method="auto"'  # where a refusal begins to name arguments of Python


class Found(NamedTuple):
    """How a number was found: exactly, by bounds or by draws, its error, and the algorithm."""

    method: str
    error: float | None  # None if it is no number, or is among the notes
    notes: tuple[str, ...]

    def __str__(self) -> str:
        within = ""
        if self.method != "exact" and self.error is not None:
            within = f"within {self.error:.2g}, "
        text = method_text(self.method, self.notes)
        return within + text.replace('method="sample"', "--method sample")


def are_probabilities(truth: Any, clustering: Soft) -> bool:
    """Whether both sides are hard or fuzzy, so that hard clusterings have probabilities."""
    from ...soft import Fuzzy

    return all(isinstance(side, list | Fuzzy) for side in (truth, clustering))


def row_of(one: Chosen, truth: Any, clustering: Soft, arguments: Namespace) -> dict[str, Any]:
    """The fields of a measure; without a value, a note says why."""
    from ...report.formats.scores import finite_options

    row: dict[str, Any] = {"label": one.label, "measure": one.measure.name}
    if one.options:
        row["options"] = finite_options(one.options)
    row["better"] = one.measure.better
    try:
        return {**row, **_numbers(one, truth, clustering, arguments)}
    except UndefinedError as error:
        note(str(error))
        return {**row, "value": None, "low": None, "high": None, "method": "no value"}
    except InputError as error:
        reasons, found, _ = str(error).partition(_ADVICE)
        if not found:
            raise
        raise InputError(
            f"{one.label}: {reasons}; --method auto estimates it by draws and states the error"
        ) from None


def _numbers(one: Chosen, truth: Any, clustering: Soft, arguments: Namespace) -> dict[str, Any]:
    from ...soft import expectation, law

    settings: dict[str, Any] = {
        "rng": arguments.seed,
        "method": arguments.method,
        "draws": arguments.draws,
        "selections": arguments.selections,
    }
    settings |= one.options
    mean = expectation(one.measure, truth, clustering, **settings)
    of_mean = Found(mean.method, _known(mean.error), mean.notes)
    low, high, ends_error = mean.low, mean.high, _known(mean.ends_error)
    if are_probabilities(truth, clustering):
        worlds = law(one.measure, truth, clustering, **settings)
        low, high = worlds.middle(COVERED)
        # the first note is about the distribution, the second about its mean
        of_ends, ends_error = Found(worlds.method, None, worlds.notes[:1]), None
    elif mean.ends_method:
        sampled = mean.ends_method == "sampled"  # the notes state the error
        of_ends = Found(mean.ends_method, None if sampled else ends_error, mean.ends_notes)
    else:  # no object is uncertain
        of_ends = of_mean
    same = str(of_ends) == str(of_mean)
    found = {
        "value": mean.value,
        "low": low,
        "high": high,
        "method": str(of_mean) if same else f"mean {of_mean}; low and high {of_ends}",
        "mean_method": of_mean.method,
        "ends_method": of_ends.method,
    }
    errors = {"error": of_mean.error, "ends_error": ends_error}
    return found | {key: error for key, error in errors.items() if error is not None}


def _known(error: float) -> float | None:
    """The error, None if it is infinite because no error is known."""
    return error if isfinite(error) else None
