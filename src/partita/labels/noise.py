"""Find the group of noise on each side: by the label itself, never by a look-alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError
from ..base.wording import article, python_value, show
from .names import is_missing, kinds_of, label_key, noun_of
from .records import Reading, python_names

SIDES = ("truth", "prediction")


class Noise(NamedTuple):
    """The noise label of each side, or None; `shared` if one label was given for both."""

    truth: object
    prediction: object
    shared: bool

    @property
    def given(self) -> bool:
        """Whether one of the sides has a noise label."""
        return self.truth is not None or self.prediction is not None


NO_NOISE = Noise(None, None, True)


def read_noise(noise: object) -> Noise:
    """Read the option `noise`: a label, or labels by side."""
    if noise is None:
        return NO_NOISE
    if not isinstance(noise, Mapping):
        _check_label(noise)
        return Noise(noise, noise, True)
    for key, label in noise.items():
        if key not in SIDES:
            raise InputError(
                f'noise has the key {show(key)}: its keys are "truth" and "prediction" (the'
                ' label of all clusterings), for example noise={"prediction": -1}'
            )
        if label is not None:
            _check_label(label)
    return Noise(noise.get("truth"), noise.get("prediction"), False)


def _check_label(label: object) -> None:
    if is_missing(label):
        raise InputError(
            f"noise is {show(label)}, a missing value and not a label: use missing= instead"
        )
    try:
        hash(label_key(label))
    except (TypeError, InputError):
        raise InputError(
            f"noise is {show(label)}, which cannot be a label: pass one label"
        ) from None


def noise_groups(readings: tuple[Reading, Reading], noise: Noise) -> list[int | None]:
    """Return the group of the noise label on each side, or None if it does not occur.

    A noise label of another kind than the labels of its side is refused if the side has a
    look-alike (``"-1"`` for ``-1``), or if no side has labels of its kind: it could never match.
    """
    groups: list[int | None] = [None, None]
    strangers: list[int] = []
    for side, (reading, label) in enumerate(zip(readings, noise[:2], strict=True)):
        if label is None or len(reading.names) == 0:
            continue
        key = label_key(label)
        if key[0] in kinds_of(reading.names):
            groups[side] = _find(reading.names, key)
            continue
        twin = _look_alike(reading.names, label)
        if twin is not None:
            _refuse(label, side, twin)
        strangers.append(side)
    if strangers and (not noise.shared or len(strangers) == 2):
        side = strangers[0]
        _refuse(noise[side], side, readings[side].names[0])
    return groups


def _find(names: Array, key: tuple[object, ...]) -> int | None:
    if names.dtype.kind in "iuf":
        places = np.flatnonzero(names == key[1])
        return int(places[0]) if len(places) else None
    return next((group for group, name in enumerate(names) if label_key(name) == key), None)


def _look_alike(names: Array, label: object) -> object | None:
    wanted = _spelling(label)
    return next((name for name in python_names(names) if _spelling(name) == wanted), None)


def _spelling(label: object) -> str | float:
    text = label.decode("latin-1") if isinstance(label, bytes) else str(label)
    try:
        return float(text)
    except ValueError:
        return text


def _refuse(label: object, side: int, example: object) -> NoReturn:
    shown = python_value(example)
    noun = noun_of(shown)
    raise InputError(
        f"noise is {show(label)} ({noun_of(label)}), but labels of {SIDES[side]} are "
        f"{noun}, e.g. {show(shown)}: give noise as {article(noun)}, "
        'or for one side only, e.g. noise={"prediction": -1}'
    )
