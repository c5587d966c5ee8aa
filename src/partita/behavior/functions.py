"""Plain functions as measures: what they are called, what they take, and what they return."""

from __future__ import annotations

from functools import partial
from inspect import Parameter, signature
from typing import Any, Literal

import numpy as np

from ..base.errors import InputError
from ..measures.chosen import labeled
from ..measures.measure import Measure

NO_VALUE = "where it has no value, raise partita.UndefinedError"
_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def plain(measure: Any) -> bool:
    """Whether this is a function and not a registered measure."""
    return callable(measure) and not isinstance(measure, Measure)


def label_of(function: Any) -> str:
    """Name a function; one with fixed arguments as a measure with options."""
    if isinstance(function, partial):
        return labeled(label_of(function.func), function.keywords)
    if isinstance(function, Measure):
        return function.name
    own = getattr(function, "__self__", None)
    if isinstance(own, Measure):  # as in partita.rand.of
        return own.name
    return str(getattr(function, "__name__", type(function).__name__))


def reads_of(function: Any, label: str) -> Literal["table", "labels"]:
    """Tell by its arguments without a default whether a function takes a table or two labelings."""
    wanted = "pass a function of one contingency table, or of two labelings"
    name = label if label.isidentifier() else "f"
    remedy = f"write lambda truth, prediction: {name}(truth, prediction)"
    try:
        listed = signature(function).parameters.values()
    except ValueError:
        raise InputError(f"{label} does not tell its arguments: {remedy}") from None
    missing = [one for one in listed if one.default is Parameter.empty]
    keywords = [one.name for one in missing if one.kind is Parameter.KEYWORD_ONLY]
    if keywords:
        fixed = ", ".join(f"{name}=..." for name in keywords)
        raise InputError(f"{label} also needs {fixed}: pass functools.partial({name}, {fixed})")
    needed = sum(one.kind in _POSITIONAL for one in missing)
    if needed < 2 and any(one.kind is Parameter.VAR_POSITIONAL for one in listed):
        raise InputError(f"{label} takes any number of arguments: {remedy}")
    if needed not in (1, 2):
        raise InputError(f"{label} takes {needed} arguments: {wanted} (truth, prediction)")
    return "table" if needed == 1 else "labels"


def number_in(found: object) -> float | None:
    """Read a number of Python, NumPy or another library; text, sequences and complex are none."""
    if isinstance(found, (str, bytes, list, tuple)):
        return None
    if np.ndim(found) or np.iscomplexobj(found):  # type: ignore[arg-type]
        return None
    try:
        return float(found)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def returned(found: object) -> str:
    """What a function returned instead, and what to write."""
    if isinstance(found, (tuple, list)):
        return (
            f"returns a {type(found).__name__} of {len(found)}: pass a function that returns one "
            "of them, for example lambda truth, prediction: f(truth, prediction)[0]"
        )
    if found is None:
        return f"returns None: is a return missing? {NO_VALUE[0].upper()}{NO_VALUE[1:]}"
    if isinstance(found, np.ndarray):
        return f"returns an array of shape {found.shape}: return one of its numbers"
    if number_in(found) is not None:  # nan or infinite
        return f"returns {found!r}: {NO_VALUE}"
    return f"returns {found!r}, a value of type {type(found).__name__}: return a float"
