"""Calls with wrong arguments: the error says what the argument is called here, or what to write."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any, TypeVar

from .errors import OptionError

CALLED = {  # names of other libraries and of older versions: read only if a name is unknown
    "align": "match_ids",
    "average_method": "average",
    "clusterings": "prediction",
    "clusters": "prediction",
    "colours": "colors",
    "confidence_level": "confidence",
    "effect_size": "detect",
    "equivalence_margin": "margin",
    "grouped": "groups",
    "labels_pred": "prediction",
    "labels_true": "truth",
    "level": "confidence",
    "margin_of_error": "half_width",
    "measure": "measures",
    "measured": "measure",
    "metric": "measure",
    "metrics": "measures",
    "model": "null",
    "n_boot": "draws",
    "n_bootstraps": "draws",
    "n_draws": "draws",
    "n_jobs": "threads",
    "n_resamples": "draws",
    "n_samples": "draws",
    "predictions": "prediction",
    "random_state": "rng",
    "sample_weight": "weights",
    "rope": "margin",
    "seed": "rng",
    "y_pred": "prediction",
    "y_true": "truth",
}
_SEVERAL = 'pass several labelings as a dict, for example {"a": a, "b": b}'
_SIDES = {"truth", "prediction"}
_COLUMNS = 'for columns of one source pass table=partita.tabulate(source, "truth", "prediction")'

_Function = TypeVar("_Function", bound=Callable[..., Any])


def called(name: str, known: Collection[str]) -> str | None:
    """Return what a name of another library is called here, if it is among the known names."""
    found = CALLED.get(name)
    return found if found is None or found in known else called(found, known)


def explain_keywords(function: _Function) -> _Function:
    """Let the error of a call with wrong arguments say what to write instead.

    >>> @explain_keywords
    ... def draw(rng: int = 0) -> int:
    ...     return rng
    >>> draw(seed=3)
    Traceback (most recent call last):
    partita.base.errors.OptionError: seed is called rng in draw
    """

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except TypeError as error:
            refuse_arguments(function, error, named)
            raise

    return call  # type: ignore[return-value]


def refuse_arguments(
    function: Callable[..., Any], error: TypeError, named: Collection[str]
) -> None:
    """Raise an error with a remedy, if a call failed because of its arguments and one is known."""
    trace = error.__traceback__
    at_the_call = trace is not None and trace.tb_next is None
    own = isinstance(error, OptionError)  # an option that the function passed on
    if not (own or at_the_call):
        return
    known = _parameters(function)
    for name in [error.option] if isinstance(error, OptionError) else named:
        right = None if name in known else called(name, known)
        if right is not None:
            raise OptionError(f"{name} is called {right} in {function.__name__}", name) from None
    remedy = "" if own else _remedy(function.__name__, str(error), known)
    if remedy:
        raise OptionError(f"{error}; {remedy}") from None


def _remedy(name: str, message: str, known: Sequence[str]) -> str:
    """What to write instead of too many, too few or repeated arguments."""
    if name.startswith("to_") and message.endswith("given"):
        return f'it returns text: pathlib.Path("scores").write_text(comparison.{name}())'
    if known[:1] == ("measure",) and "required positional argument" in message:
        return f'the measure comes first: {name}("adjusted_rand", truth, prediction)'
    several = not {"measure", "measures"}.isdisjoint(known) and set(known[:1]) <= _SIDES
    if several and "positional argument" in message and message.endswith("given"):
        return _SEVERAL
    truths = "table" in known and "multiple values for argument 'truth'" in message
    return _COLUMNS if truths else ""


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
