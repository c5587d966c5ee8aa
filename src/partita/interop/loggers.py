"""Scores for trackers of experiments: one flat dictionary with keys that all of them take.

MLflow allows letters, digits and ``_ - . : /`` and the blank in the name of a metric, Weights &
Biases groups names at ``/``. So:

    mlflow.log_metrics(partita.interop.loggers.metrics(comparison))
    wandb.log(partita.interop.loggers.metrics(comparison, prefix="partita"))
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..comparison.lookup import UNNAMED

if TYPE_CHECKING:
    from ..comparison import Comparison

__all__ = ["metrics"]

_NOT_LEGAL = re.compile(r"[^\w.\- ]+", re.ASCII)
_LONGEST = 75  # of a part: prefix, prediction, measure and detail fit the 250 that MLflow keeps


def metrics(comparison: Comparison, *, prefix: str = "") -> dict[str, float]:
    """The scores as ``prediction/measure`` and ``prediction/measure/low`` and so on.

    With a single unnamed prediction the measure alone. The numbers are those of
    ``comparison.to_dict()``; the keys hold ASCII letters, digits,
    ``_ - .``, blanks and the ``/`` between the parts, other signs are written ``_``:
    ``v_measure:beta=0.5`` becomes ``v_measure_beta_0.5``. Two names that would read the same are
    refused. Scores without a value are left out.

    Parameters
    ----------
    comparison
        What `compare` returned.
    prefix
        Put before every name, with a slash.

    Returns
    -------
    dict
        Numbers by name, as loggers of experiments take them.

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
    bare = comparison.predictions == (UNNAMED,)  # a single one, given without a name
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
    return re.sub(r"^\.+", "_", text) or "_"  # a part of dots alone would climb in a path
