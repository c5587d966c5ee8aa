"""Write a file so that a reader sees all of it or the one before."""

from __future__ import annotations

import os
import secrets

from ...errors import InputError


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write text beside its place and move it there in one step.

    A link keeps pointing where it points; a failure leaves what was there before.
    """
    target = os.path.realpath(os.fspath(path))
    folder, name = os.path.split(target)
    if not os.path.isdir(folder):
        raise InputError(f"path: there is no folder {folder!r}; make it first")
    if os.path.isdir(target):
        raise InputError(f"path: {target!r} is a folder; name a file in it, such as report.html")
    beside = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.part")
    try:
        with open(beside, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
