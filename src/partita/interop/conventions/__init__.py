"""Numbers of other packages under their names: why they differ, and how to get them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from ...base.errors import InputError
from .convention import Convention, Package

__all__ = ["PACKAGES", "Convention", "Package", "compat", "standing_for"]

PACKAGES = {  # name: the module that declares it
    "scikit-learn": "scikit_learn",
    "clusim": "clusim",
    "igraph": "igraph",
    "aricode": "aricode",
    "er-evaluation": "er_evaluation",
    "torchmetrics": "torchmetrics",
    "genieclust": "genieclust",
}


def compat(package: str) -> Package:
    """Return the conventions of another package, each a function of truth and prediction.

    Log base, averaging, limits and misprints are those of the package, but partita computes the
    values, so they are exact for any number of objects, and the truth always comes first. If the
    package returns NaN or fails, there is no number to reproduce, and `UndefinedError` says so.

    Parameters
    ----------
    package
        "scikit-learn", "clusim", "igraph", "aricode", "er-evaluation", "torchmetrics" or
        "genieclust".

    Returns
    -------
    Package
        Functions of truth and prediction, by their names in the package.

    Raises
    ------
    InputError
        If the package is not known; its functions raise it as measures do.
    UndefinedError
        Raised by its functions where the package returns NaN or fails.

    Examples
    --------
    >>> import partita
    >>> truth, prediction = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    >>> round(partita.compat("clusim").vi(truth, prediction), 3)  # bits
    1.502
    >>> round(partita.compat("aricode").normalized_mutual_information(truth, prediction), 3)
    0.518
    >>> partita.compat("clusim").adjrand_index([0, 1], [0, 1])  # clusim takes 0/0 for 0
    0.0
    """
    folded = str(package).casefold().replace("_", "-")
    known = {**{name: name for name in PACKAGES}, "sklearn": "scikit-learn"}
    if folded not in known:
        raise InputError(
            f"compat does not know the package {package!r}; it knows {', '.join(PACKAGES)}"
        )
    return _loaded(known[folded])


def standing_for(measure: str) -> Iterator[Convention]:
    """The functions of all packages for one of our measures."""
    for package in PACKAGES:
        for one in compat(package).conventions.values():
            if one.measure.name == measure:
                yield one


@cache
def _loaded(name: str) -> Package:
    package: Package = import_module(f".{PACKAGES[name]}", __name__).PACKAGE
    return package
