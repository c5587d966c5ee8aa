"""What partita raises: a message names the argument, the position, what was found, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class InputError(ValueError):
    """The caller's data or options cannot be used as they are.

    Two fields are for code that knows more of the caller. `place` is what the message begins with,
    such as ``weights[3]``, and `finding` is the rest. `hint` is a word for the remedy.
    """

    def __init__(self, finding: str = "", *, place: str = "", hint: str = "") -> None:
        super().__init__(f"{place} {finding}" if place else finding)
        self.finding, self.place, self.hint = finding, place, hint


class OptionError(InputError, TypeError):
    """A keyword that a call does not take: `option`; also a TypeError, as Python raises one."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class WeightsWarning(UserWarning):
    """Weights came as floats, and the value depends on whether they are counts or importances."""


class UndefinedError(ValueError):
    """The quantity has no value on this input, and its declaration states no limit."""


@contextmanager
def about(*subjects: str, errors: tuple[type[Exception], ...] = (InputError,)) -> Iterator[None]:
    """Put what errors of these types are about before their message; all become errors of ours.

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
    """Say which prediction is meant, where there are several."""
    return f"prediction {name!r}" if many else ""
