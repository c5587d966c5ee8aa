"""The experiments of the papers behind partita, done again: ``partita reproduce``.

Each study goes through one paper's tables and figures and sets our numbers beside the printed
ones. `STUDIES` names them; a study is imported when it is asked for.
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
