"""A file takes its place in one step: until then it has no name, or one that is cleaned up.

On Linux the content is written to a file without a name, which the system drops with our process
however that ends; only then is it linked to its place, or, where a file must give way, linked
beside it and moved over it by the next system call. Elsewhere, and on file systems without such
files, it has a hidden name while it is written. A name that a killed process left is removed by the
next write to the same place: a lock that the system lets go of says that nobody holds it.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from contextlib import suppress

_ENDING = ".partita-draft"
_RANDOM = re.compile(r"[0-9a-f]{12}" + re.escape(_ENDING))
_LONGEST = 40  # letters of the name that a draft shows
_LINKS = "/proc/self/fd"
_BINARY = getattr(os, "O_BINARY", 0)


def replace(target: str, content: bytes, old: os.stat_result | None) -> None:
    """Write a plain file; `old` is what is there now, whose owner and mode are kept.

    A file that may not be written to is not replaced, although its folder would allow it.
    """
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    folder, name = os.path.split(target)
    sweep(folder, name)
    draft = os.path.join(folder, f"{_stem(name)}{secrets.token_hex(6)}{_ENDING}")
    if not _by_link(target, draft, content, old):
        _by_name(target, draft, content, old)
    with suppress(OSError):  # some systems cannot: the name is then safe when they say so
        _sync_folder(folder)


def sweep(folder: str, name: str) -> None:
    """Remove drafts of this file whose process is gone."""
    stem = _stem(name)
    with suppress(OSError):  # a folder that cannot be listed may still be written to
        for entry in os.listdir(folder):
            if entry.startswith(stem) and _RANDOM.fullmatch(entry[len(stem) :]):
                _remove_stale(os.path.join(folder, entry))


def _stem(name: str) -> str:
    return f".{name[:_LONGEST]}."


def _remove_stale(path: str) -> None:
    with suppress(OSError):
        held = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        try:
            if _lock(held):
                os.unlink(path)
        finally:
            os.close(held)


def _lock(held: int) -> bool:
    """Whether the file is now locked for us; False where it is held, or there are no locks."""
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _by_link(target: str, draft: str, content: bytes, old: os.stat_result | None) -> bool:
    """Write without a name, then link; False where the system or the file system cannot."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir(_LINKS):
        return False
    try:
        held = os.open(os.path.dirname(target), os.O_TMPFILE | os.O_WRONLY, _mode(old))
    except OSError:
        return False  # or the folder cannot be written: said by the other way
    try:
        _lock(held)  # before there is a name that could be swept
        _fill(held, content, old)
        if old is None and _linked(held, target):
            return True
        try:
            if not _linked(held, draft):
                return False
            os.replace(draft, target)
        finally:  # an interrupt too leaves no draft behind
            with suppress(OSError):
                os.unlink(draft)
    finally:
        os.close(held)
    return True


def _linked(held: int, name: str) -> bool:
    try:
        # A folder is named, though it is not looked at, as os.link follows /proc only then.
        os.link(f"{_LINKS}/{held}", name, src_dir_fd=held, follow_symlinks=True)
    except OSError:
        return False
    return True


def _by_name(target: str, draft: str, content: bytes, old: os.stat_result | None) -> None:
    held = -1
    try:
        while held < 0 or not os.fstat(held).st_nlink:  # swept before we had locked it
            if held >= 0:
                os.close(held)
            held = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _mode(old))
            _lock(held)
        _fill(held, content, old)
        if os.name == "nt":  # an open file cannot be moved there
            os.close(held)
            held = -1
        os.replace(draft, target)
    finally:
        with suppress(OSError):
            os.unlink(draft)
        if held >= 0:
            os.close(held)


def _mode(old: os.stat_result | None) -> int:
    """Who may read it while it is written: nobody who may not read the old one."""
    return 0o666 if old is None else old.st_mode & 0o777


def _fill(held: int, content: bytes, old: os.stat_result | None) -> None:
    with open(held, "wb", closefd=False) as file:
        file.write(content)
    if old is not None and hasattr(os, "fchown"):
        _keep_owner(held, old)
    os.fsync(held)  # the content is on the disk before the name is: a crash shows old or new


def _keep_owner(held: int, old: os.stat_result) -> None:
    new = os.fstat(held)
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(held, old.st_uid, old.st_gid)
        except OSError:  # another group must not read what the old group could
            mode = (mode & 0o707) | (mode & (mode & 0o007) << 3)
    os.fchmod(held, mode)


def _sync_folder(folder: str) -> None:
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
