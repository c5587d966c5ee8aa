"""Read labels as scikit-learn does: one-dimensional, by position, possibly empty."""

from __future__ import annotations

import warnings
from typing import Any, cast

import numpy as np

from ..base.errors import InputError
from ..labels.containers import library_types
from ..table.contingency import Contingency

_NESTED = (list, tuple, np.ndarray)


def count_by_position(labels_true: Any, labels_pred: Any) -> Contingency | None:
    """Count two labelings; None if both are empty.

    Errors begin with the words of scikit-learn, because programs look for them.
    """
    truth = _one_dimensional("labels_true", labels_true)
    prediction = _one_dimensional("labels_pred", labels_pred)
    lengths = [len(labels) for labels in (truth, prediction) if hasattr(labels, "__len__")]
    if len(set(lengths)) > 1:
        raise InputError(
            f"Found input variables with inconsistent numbers of samples: {lengths}; "
            "pass one label for each object on both sides"
        )
    if lengths == [0, 0]:
        return None
    kinds = _kind("labels_true", truth), _kind("labels_pred", prediction)
    if "continuous" in kinds:
        warnings.warn(
            f"Clustering metrics expects discrete values but received {kinds[0]} values for "
            f"label, and {kinds[1]} values for target",
            UserWarning,
            stacklevel=3,  # the line that called the score
        )
    return _count(truth, prediction)


def _count(truth: Any, prediction: Any) -> Contingency:
    try:
        table = Contingency.from_labels(truth, prediction)
    except InputError as error:
        raise InputError(
            f"{error} (truth is labels_true, prediction is labels_pred; options such as missing "
            "are for the measures of partita, see partita.measure)"
        ) from error
    return cast("Contingency", table)  # only weights give the other kind


def _one_dimensional(name: str, labels: Any) -> Any:
    """The labels without an index; a list of integers and floats becomes floats."""
    shape = getattr(labels, "shape", None)
    if isinstance(labels, (list, tuple)) and labels and isinstance(labels[0], _NESTED):
        shape = len(labels), *np.shape(labels[0])
    if shape is not None and len(shape) != 1:
        raise InputError(
            f"{name} must be 1D: shape is {tuple(shape)}; pass one label for each object"
        )
    if isinstance(labels, (list, tuple)) and {int, float} == set(map(type, labels)):
        return np.array(labels, dtype=np.float64)
    is_series = isinstance(labels, library_types("pandas", "Series"))
    return labels.reset_index(drop=True) if is_series else labels


def _kind(name: str, labels: Any) -> str:
    """Whether labels are "discrete" or "continuous": floats with a fraction."""
    if isinstance(labels, (list, tuple)) and float in set(map(type, labels)):
        values = np.array([label for label in labels if isinstance(label, float)])
    elif getattr(getattr(labels, "dtype", None), "kind", "") == "f":
        values = np.asarray(labels)
    else:
        return "discrete"
    if not np.isfinite(values).all():
        found = "NaN" if np.isnan(values).any() else "infinity"
        raise InputError(
            f"{name}: input contains {found}; leave such objects out, or see the option missing of "
            "the measures of partita"
        )
    return "continuous" if (values % 1 != 0).any() else "discrete"
