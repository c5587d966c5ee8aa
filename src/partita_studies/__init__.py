"""Reproduces the experiments of the papers behind partita: ``partita reproduce``.

Each study goes through the tables and figures of one paper and compares our numbers with the
printed ones. `STUDIES` lists them; a study is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from partita import InputError

if TYPE_CHECKING:
    from .frame import Study

STUDIES = ("vmeasure", "kmeans", "lecture", "soft", "cells")


def study(name: str) -> Study:
    """The study of that name.

    >>> study("lecture").name
    'lecture'
    """
    if name not in STUDIES:
        raise InputError(f"no study is called {name!r}; there are {', '.join(STUDIES)}")
    found: Study = import_module(f".{name}", __name__).STUDY
    return found
