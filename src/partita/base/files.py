"""Write files so that a reader sees the old content or the new one, never a part."""

from __future__ import annotations

import errno
import os
import re
import stat

from .drafts import replace
from .errors import InputError

_STREAMS = {"/dev/stdout": "1", "/dev/stderr": "2"}
_OPEN = re.compile(r"(?:/dev/fd|/proc/self/fd)/([0-9]{1,9})")
_OTHER_FORMATS = (".csv", ".docx", ".json", ".md", ".pdf", ".png", ".svg", ".tex", ".xlsx")
_SPACE = "free some space, or name a file elsewhere"
_REMEDIES = {
    errno.ENOSPC: _SPACE,
    errno.EDQUOT: _SPACE,
    errno.EFBIG: "it is larger than the limit for files (ulimit -f); raise the limit",
    errno.EACCES: "allow it (chmod), or name a file elsewhere",
    errno.EPERM: "allow it (chmod), or name a file elsewhere",
    errno.EROFS: "name a file elsewhere",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "the links lead in a circle: name the file itself",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.EIO: "the disk may be failing: name a file elsewhere",
}


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write content (text as UTF-8) to a draft and move it into place in one step.

    A link keeps its target. Pipes, devices and open files (/dev/stdout) are written to and never
    replaced. After a failure the old file is there, and nothing else.
    """
    shown = _name(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        _write(shown, data)
    except OSError as error:
        raise system_error(f"{shown}: cannot be written", error) from error


def check_html_name(path: str | os.PathLike[str]) -> None:
    """Refuse the name of a file of another format for an HTML file."""
    stem, extension = os.path.splitext(_name(path))
    if extension.lower() in _OTHER_FORMATS:
        raise InputError(
            f"{os.fspath(path)}: a report is an HTML file: name it {stem}.html; browsers "
            "print it to PDF"
        )


def make_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder and its parents, unless they exist."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise system_error(f"{os.fspath(path)}: cannot be made", error) from error


def system_error(what: str, error: OSError) -> InputError:
    """An error with the message of the system and a remedy, if there is one."""
    finding = error.strerror or str(error)
    remedy = _REMEDIES.get(error.errno or 0)
    return InputError(f"{what}: {finding}" + (f"; {remedy}" if remedy else ""))


def _name(path: object) -> str:
    shown = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(shown, str):
        raise InputError(f"path must be the name of a file, such as 'report.html'; got {path!r}")
    if not shown:
        raise InputError("path is empty; name a file, such as 'report.html'")
    if "\0" in shown:
        raise InputError(f"{shown!r}: cannot be written: a path holds no NUL")
    return shown


def _write(shown: str, data: bytes) -> None:
    opened = _OPEN.fullmatch(shown)
    number = opened[1] if opened else _STREAMS.get(shown)
    if number is not None:  # at its current position, or at the end if opened to append
        _append(os.dup(int(number)), data)
        return
    try:
        old = os.stat(shown)  # not of the real path: the system may refuse to follow a link
    except FileNotFoundError:
        old = None
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise InputError(f"{shown}: cannot be written: it is a folder; name a file in it")
    if old is not None and not stat.S_ISREG(old.st_mode):
        _append(os.open(shown, os.O_WRONLY), data)
        return
    target = os.path.realpath(shown)
    if shown.endswith(os.sep) or not os.path.isdir(os.path.dirname(target)):
        raise InputError(f"{shown}: cannot be written: there is no such folder; make it first")
    replace(target, data, old)


def _append(held: int, data: bytes) -> None:
    with open(held, "wb") as file:
        file.write(data)
