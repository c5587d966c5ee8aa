"""Write a file so that a reader sees all of it or the one before."""

from __future__ import annotations

import os
import secrets
import stat

from ..errors import InputError


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write text beside its place and move it there in one step.

    A link keeps pointing where it points, a pipe or a device is written to and never replaced, and
    a failure leaves what was there before.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"path must be the name of a file, such as 'report.html'; got {path!r}")
    shown = os.fspath(path)
    if not shown:
        raise InputError("path is empty; name a file, such as 'report.html'")
    target = os.path.realpath(shown)
    folder, name = os.path.split(target)
    if not os.path.isdir(folder):
        raise InputError(f"{shown}: cannot be written: there is no such folder; make it first")
    if os.path.isdir(target):
        raise InputError(f"{shown}: cannot be written: it is a folder; name a file in it")
    try:
        if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
            _fill(target, text, os.O_WRONLY)
        else:
            _replace(target, os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}"), text)
    except OSError as error:
        raise InputError(f"{shown}: cannot be written: {error.strerror or error}") from error


def _replace(target: str, draft: str, text: str) -> None:
    try:
        _fill(draft, text, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        os.replace(draft, target)
    except BaseException:  # an interrupt too leaves no draft behind
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _fill(path: str, text: str, flags: int) -> None:
    with open(os.open(path, flags, 0o666), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
