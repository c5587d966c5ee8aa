"""What a keyword is called here, for calls that use the name of another library or an older one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

from .errors import OptionError

CALLED = {  # looked up where a name is not known, never before
    "align": "match_ids",
    "clusterings": "prediction",
    "colours": "colors",
    "confidence_level": "confidence",
    "grouped": "groups",
    "labels_pred": "prediction",
    "labels_true": "truth",
    "level": "confidence",
    "measured": "measure",
    "model": "null",
    "n_jobs": "threads",
    "n_resamples": "draws",
    "predictions": "prediction",
    "random_state": "rng",
    "sample_weight": "weights",
    "seed": "rng",
    "y_pred": "prediction",
    "y_true": "truth",
}

_Function = TypeVar("_Function", bound=Callable[..., Any])


def explain_keywords(function: _Function) -> _Function:
    """Let a function that is called with a wrong keyword name the right one.

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
            known = _parameters(function)
            for name in _refused(error, named):
                if name not in known and CALLED.get(name) in known:
                    said = f"{name} is called {CALLED[name]} in {function.__name__}"
                    raise OptionError(said, name) from None
            raise

    return call  # type: ignore[return-value]


def _refused(error: TypeError, named: Iterable[str]) -> Iterable[str]:
    """The keywords that an error may be about: none where it arose for another reason."""
    if isinstance(error, OptionError):
        return [error.option]
    trace = error.__traceback__
    at_the_call = trace is not None and trace.tb_next is None
    return named if at_the_call else ()


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
