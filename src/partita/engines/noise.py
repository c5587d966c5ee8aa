"""The noise label of the command line, which is a text, among labels that have types."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from .joint import Joint

_WHOLE, _DECIMAL = r"-?[0-9]+", r"-?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?"
_MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9:.]+)?"


def settled_noise(
    text: str, joint: Joint, truth: str | None, predictions: list[str]
) -> tuple[Joint, Any]:
    """Find the label that is written so, as each side holds it: -1 among numbers, "-1" among texts.

    A call has one label for all predictions. Where they are of several kinds, all labels become
    texts, as in a text file, and the noise label with them. Without a truth both sides are
    predictions. What no label is stays a text.
    """
    sides = {"truth": [truth] if truth else predictions, "prediction": predictions}
    if len(_kinds(joint, predictions)) > 1:
        labelled = {name for names in sides.values() for name in names}
        columns = {
            name: [_as_text(label, text) for label in column] if name in labelled else column
            for name, column in joint.columns.items()
        }
        return Joint(columns, joint.n), text
    held = {side: _held(joint, names, text) for side, names in sides.items()}
    labels = [label for label in held.values() if label is not None]
    if not labels:
        return joint, text
    return joint, held if len(set(map(type, labels))) > 1 else labels[0]


def _kinds(joint: Joint, names: list[str]) -> set[type]:
    return {kind for name in names for kind in set(map(type, joint.columns[name]))} - {type(None)}


def _held(joint: Joint, names: list[str], text: str) -> Any:
    labels = {label for name in names for label in joint.columns[name]}
    return next((label for label in labels if _is_written(label, text)), None)


def _is_written(label: Any, text: str) -> bool:
    """Whether a label is written like a text: -1 and -1.0 both like "-1"."""
    if type(label) is bool:
        return text.lower() == str(label).lower()
    if isinstance(label, int | float):
        return bool(label == _number(text))
    if isinstance(label, bytes):
        return label == text.encode()
    if isinstance(label, np.datetime64):
        return bool(re.fullmatch(_MOMENT, text) and label == np.datetime64(text.replace(" ", "T")))
    return label is not None and str(label) == text


def _number(text: str) -> float | None:
    if re.fullmatch(_WHOLE, text):
        return int(text)
    return float(text) if re.fullmatch(_DECIMAL, text) else None


def _as_text(label: Any, noise: str) -> str | None:
    if label is None or isinstance(label, str):
        return label
    if _is_written(label, noise):
        return noise
    return repr(label + 0.0) if isinstance(label, float) else str(label)  # -0.0 is 0
