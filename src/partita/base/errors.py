"""The errors of partita: each names the argument, the position, the finding and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class InputError(ValueError):
    """The caller's data or options cannot be used as they are.

    Three fields serve code that knows more about the caller: `place` is the beginning of the
    message, such as ``weights[3]``, `finding` is the rest, and `hint` is a word for the remedy.
    """

    def __init__(self, finding: str = "", *, place: str = "", hint: str = "") -> None:
        super().__init__(f"{place} {finding}" if place else finding)
        self.finding, self.place, self.hint = finding, place, hint


class OptionError(InputError, TypeError):
    """A call with an argument it does not take, such as the keyword `option`; also a TypeError."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class WeightsWarning(UserWarning):
    """Weights are floats, and the value depends on whether they are counts or importances."""


class UndefinedError(ValueError):
    """The quantity has no value for this input, and its declaration states no limit."""


@contextmanager
def about(*subjects: str, errors: tuple[type[Exception], ...] = (InputError,)) -> Iterator[None]:
    """Say what errors of these types are about, before their message; all become InputErrors.

    >>> with about("prediction 'kmeans'"):
    ...     raise InputError("it is empty")
    Traceback (most recent call last):
    partita.base.errors.InputError: prediction 'kmeans': it is empty
    """
    try:
        yield
    except errors as error:
        raise InputError(": ".join([*filter(None, subjects), str(error)])) from error


def prediction_of(name: object, *, many: bool) -> str:
    """Name the prediction if there are several."""
    return f"prediction {name!r}" if many else ""
