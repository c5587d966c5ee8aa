"""Find the noise label of the command line, which is text, among typed labels."""

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
    """Find the label with this text on each side: -1 among numbers, "-1" among texts.

    A call has one noise label for all predictions. If these have several kinds of labels, all
    labels become text, as in a text file, and so does the noise label. Without a truth both sides
    are predictions. If no label has this text, it stays text.
    """
    noise = Written(text)
    sides = {"truth": [truth] if truth else predictions, "prediction": predictions}
    if len(_kinds(joint, predictions)) > 1:
        labeled = {name for names in sides.values() for name in names}
        columns = {
            name: list(map(noise.as_text, column)) if name in labeled else column
            for name, column in joint.columns.items()
        }
        return Joint(columns, joint.n), text
    found = {side: _held(joint, names, noise) for side, names in sides.items()}
    by_side = {side: label for side, label in found.items() if label is not None}
    if not by_side:
        return joint, text
    one = len(by_side) == 2 and len(set(map(type, by_side.values()))) == 1
    return joint, by_side["truth"] if one else by_side


def _kinds(joint: Joint, names: list[str]) -> set[type]:
    return {kind for name in names for kind in set(map(type, joint.columns[name]))} - {type(None)}


def _held(joint: Joint, names: list[str], noise: Written) -> Any:
    labels = {label for name in names for label in joint.columns[name]}
    return next(filter(noise.is_of, labels), None)


class Written:
    """A text, and the number or the moment that it may mean."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.number = _number(text)
        self.moment = _moment(text)

    def is_of(self, label: Any) -> bool:
        """Whether the text means this label: "-1" means both -1 and -1.0."""
        if type(label) is bool:
            return self.text.lower() == str(label).lower()
        if isinstance(label, int | float):
            return bool(label == self.number)
        if isinstance(label, bytes):
            return label == self.text.encode()
        if isinstance(label, np.datetime64):
            return self.moment is not None and bool(label == self.moment)
        return label is not None and str(label) == self.text

    def as_text(self, label: Any) -> str | None:
        """A label as text; this very text if it means the label."""
        if label is None or isinstance(label, str):
            return label
        if self.is_of(label):
            return self.text
        return repr(label + 0.0) if isinstance(label, float) else str(label)  # -0.0 is 0


def _number(text: str) -> float | None:
    try:
        if re.fullmatch(_WHOLE, text):
            return int(text)
        return float(text) if re.fullmatch(_DECIMAL, text) else None
    except ValueError:  # more digits than Python reads
        return None


def _moment(text: str) -> np.datetime64 | None:
    try:
        return np.datetime64(text.replace(" ", "T")) if re.fullmatch(_MOMENT, text) else None
    except ValueError:  # no such day
        return None
