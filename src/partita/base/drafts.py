"""A file takes its place in one step: until then it has no name, or one that is cleaned up.

On Linux the content is written to a file without a name, which the system drops with our process
however that ends; only then is it linked to its place, or, where a file must give way, linked
beside it and moved over it by the next system call. Elsewhere, and on file systems without such
files, it has a hidden name while it is written. A name that a killed process left is removed by the
next write to the same place: a lock says that nobody holds it. Windows has no such lock, but does
not remove what is open.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from contextlib import suppress

from .locks import lock, try_lock

_ENDING = ".partita-draft"
_RANDOM = re.compile(r"[0-9a-f]{12}" + re.escape(_ENDING))
_LONGEST = 40  # letters of the name that a draft shows
_LINKS = "/proc/self/fd"
_BINARY = getattr(os, "O_BINARY", 0)
# Whatever has the name of a draft: no link is followed, and no pipe or terminal waited for.
_WARY = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY"))


def replace(target: str, content: bytes, old: os.stat_result | None) -> None:
    """Write a plain file; `old` is what is there now, whose owner and mode are kept.

    A file that may not be written to is not replaced, although its folder would allow it.
    """
    effective = os.access in os.supports_effective_ids
    if old is not None and not os.access(target, os.W_OK, effective_ids=effective):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
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
        if os.name == "nt":
            os.unlink(path)
            return
        held = _opened(path)
        try:
            # One without a name was swept by another, and the name may be a new draft's.
            if stat.S_ISREG(os.fstat(held).st_mode) and try_lock(held) and os.fstat(held).st_nlink:
                os.unlink(path)
        finally:
            os.close(held)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | _WARY)  # NFS locks only what can be written
    except PermissionError:  # another user's
        return os.open(path, os.O_RDONLY | _WARY)


def _by_link(target: str, draft: str, content: bytes, old: os.stat_result | None) -> bool:
    """Write without a name, then link; False where the system or the file system cannot."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir(_LINKS):
        return False
    try:
        held = os.open(os.path.dirname(target), os.O_TMPFILE | os.O_WRONLY, _mode(old))
    except OSError:
        return False  # or the folder cannot be written: said by the other way
    try:
        lock(held)  # before there is a name that could be swept
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
                closing, held = held, -1
                os.close(closing)
            held = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _mode(old))
            lock(held)
        _fill(held, content, old)
        if os.name == "nt":  # an open file cannot be moved there
            os.close(held)
            held = -1
        os.replace(draft, target)
    finally:
        try:
            if held >= 0:  # first, for Windows does not remove what is open
                os.close(held)
        finally:
            with suppress(OSError):
                os.unlink(draft)


def _mode(old: os.stat_result | None) -> int:
    """Who may read it while it is written: we alone, until it has the old one's group."""
    return 0o666 if old is None else 0o600


def _fill(held: int, content: bytes, old: os.stat_result | None) -> None:
    with open(held, "wb", closefd=False) as file:
        file.write(content)
    if old is not None and hasattr(os, "fchown"):
        _keep_owner(held, old)
    os.fsync(held)  # the content is on the disk before the name is: a crash shows old or new


def _keep_owner(held: int, old: os.stat_result) -> None:
    """Group and mode, then the user: members of a group may keep the first, but not the last."""
    new = os.fstat(held)
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if new.st_gid != old.st_gid:
        try:
            os.fchown(held, -1, old.st_gid)
        except OSError:  # another group must not read what the old group could
            mode = (mode & 0o707) | (mode & (mode & 0o007) << 3)
    os.fchmod(held, mode)
    if new.st_uid != old.st_uid:
        with suppress(OSError):
            os.fchown(held, old.st_uid, -1)


def _sync_folder(folder: str) -> None:
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
