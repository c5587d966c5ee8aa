"""The catalog of bad inputs: calls and their promised outcomes, in folders ``badinputs``.

A file has sections (``## title``) of cases::

    # a missing label
    >>> rand([0, None], [0, 1])
    InputError: truth[1] is missing ...

``>>> `` is a call with the names of `namespace`; ``$ `` is a command line, run in a folder with the
files of `badinputs_files`. The promise follows word for word: the value, or the error. Where a
promise is missing, ``python tests/support/bad_inputs.py`` writes the outcome of today, for a person
to read; it never changes a promise.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

FILES = sorted(Path(__file__).parents[1].glob("**/badinputs/*.txt"))


@dataclass(frozen=True)
class Case:
    """One bad input and its promise."""

    section: str
    words: str
    call: str  # ">>> expression" or "$ command"
    promise: str

    @property
    def id(self):
        return f"{self.section}: {self.words or self.call}"


def read(path):
    """Return the cases of a file, in their order."""
    section, words, found, lines = "", "", [], path.read_text("utf-8").split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("# "):
            words = line[2:]
        elif line.startswith((">>> ", "$ ")):
            promise = []
            while at < len(lines) and lines[at].strip():
                promise.append(lines[at])
                at += 1
            found.append(Case(section, words, line, "\n".join(promise)))
            words = ""
    return found


def catalog():
    """Return all cases by file."""
    return {path.stem: read(path) for path in FILES}


def namespace():
    """Return the names for calls."""
    import datetime as dt
    import decimal
    import fractions
    import math

    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from scipy import sparse

    import partita

    names = {name: getattr(partita, name) for name in partita.__all__}
    tools = {"np": np, "pd": pd, "pl": pl, "pa": pa, "sparse": sparse, "partita": partita}
    plain = {"nan": math.nan, "inf": math.inf, "Decimal": decimal.Decimal}
    return {**names, **tools, **plain, "Fraction": fractions.Fraction, "datetime": dt}


def outcome(case, names):
    """Return the outcome as text: the value, or the name of the error and its message."""
    if case.call.startswith("$ "):
        return command(case.call[2:])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            value = eval(case.call[4:], dict(names))
        except Exception as error:  # noqa: BLE001 - any error is the outcome
            return f"{type(error).__name__}: {error}"
    return repr(value)


def command(line):
    """Run a command line; return exit status, standard error and standard output."""
    import shlex

    from partita.cli import main

    said, written = io.StringIO(), io.StringIO()
    width = mock.patch.dict(os.environ, {"COLUMNS": "100"})
    with width, contextlib.redirect_stderr(said), contextlib.redirect_stdout(written):
        try:
            status = main(shlex.split(line)[1:])
        except SystemExit as end:
            status = end.code
    lines = [f"exit {status}", *said.getvalue().splitlines(), *written.getvalue().splitlines()]
    return "\n".join(line for line in lines if line.strip())


@contextlib.contextmanager
def workplace():
    """Work in a folder with the files of the catalog."""
    from badinputs_files import write_files

    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def _record():
    names = namespace()
    with workplace():
        for path in FILES:
            lines = [*path.read_text("utf-8").rstrip("\n").split("\n"), ""]
            filled = []
            for at, line in enumerate(lines):
                filled.append(line)
                if line.startswith((">>> ", "$ ")) and not lines[at + 1].strip():
                    filled += outcome(Case("", "", line, ""), names).split("\n")
            path.write_text("\n".join(filled).rstrip("\n") + "\n", "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    _record()
