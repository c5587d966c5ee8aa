"""Scores for experiment trackers: a flat dictionary with keys that all of them accept.

MLflow accepts letters, digits, ``_ - . : /`` and blanks in the name of a metric; Weights & Biases
groups names at ``/``:

    mlflow.log_metrics(partita.interop.loggers.metrics(comparison))
    wandb.log(partita.interop.loggers.metrics(comparison, prefix="partita"))
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.wording import UNNAMED

if TYPE_CHECKING:
    from ..comparison import Comparison

__all__ = ["metrics"]

_NOT_LEGAL = re.compile(r"[^\w.\- ]+", re.ASCII)
_LONGEST = 75  # for each part: the whole name then fits into the 250 letters of MLflow


def metrics(comparison: Comparison, *, prefix: str = "") -> dict[str, float]:
    """Return the scores as ``prediction/measure``, ``prediction/measure/low`` and so on.

    For a single unnamed prediction the key is the measure. The numbers are the same as in
    ``comparison.to_dict()``. Keys have ASCII letters, digits, ``_ - .``, blanks, and ``/`` between
    the parts; other characters become ``_``: ``v_measure:beta=0.5`` is ``v_measure_beta_0.5``. Two
    names with the same key are refused. Scores without a value are left out.

    Parameters
    ----------
    comparison
        What `compare` returned.
    prefix
        The first part of every key.

    Returns
    -------
    dict
        Numbers by key.

    Raises
    ------
    InputError
        If two names would be the same.

    Examples
    --------
    >>> import partita
    >>> c = partita.compare([0, 0, 1, 1], {"k = 2": [0, 0, 1, 1]}, measures=["v_measure:beta=0.5"])
    >>> metrics(c, prefix="test")
    {'test/k _ 2/v_measure_beta_0.5': 1.0}
    """
    bare = comparison.predictions == (UNNAMED,)  # a single prediction without a name
    found: dict[str, float] = {}
    for one in comparison.scores:
        if one.value is None:
            continue
        parts = [prefix, "" if bare else one.prediction, one.measure]
        key = "/".join(_legal(part) for part in parts if part)
        if key in found:
            raise InputError(
                f"two scores would be logged as {key!r}; give the predictions names that differ "
                "in letters and digits"
            )
        found[key] = float(one.value)
        found.update({f"{key}/{name}": float(value) for name, value in one.numbers.items()})
    return found


def _legal(part: str) -> str:
    text = _NOT_LEGAL.sub("_", part)[:_LONGEST].strip()
    return re.sub(r"^\.+", "_", text) or "_"  # dots alone would be a parent folder in a path
