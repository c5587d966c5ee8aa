"""Write a draft of a file, then put it in place in one step.

On Linux the draft has no name, so the system removes it when our process ends, whatever the reason.
The finished draft is linked to its place. To replace a file, it is linked under a hidden name next
to that file and renamed by the next system call. On other systems and file systems the draft has a
hidden name from the start. If a process was killed and left such a name, the next write to the same
place removes it: nobody holds its lock. Windows has no such lock, but does not remove open files.
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
_LONGEST = 40  # letters of the file name that the name of a draft repeats
_LINKS = "/proc/self/fd"
_BINARY = getattr(os, "O_BINARY", 0)
# Anything may have the name of a draft: follow no link, wait for no pipe or terminal.
_WARY = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY"))


def replace(target: str, content: bytes, old: os.stat_result | None) -> None:
    """Write a plain file; it keeps the owner and the mode of the `old` one.

    A read-only file is not replaced, although its folder would allow it.
    """
    effective = os.access in os.supports_effective_ids
    if old is not None and not os.access(target, os.W_OK, effective_ids=effective):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    folder, name = os.path.split(target)
    remove_drafts(folder, name)
    draft = os.path.join(folder, f"{_stem(name)}{secrets.token_hex(6)}{_ENDING}")
    if not _by_link(target, draft, content, old):
        _by_name(target, draft, content, old)
    with suppress(OSError):  # some systems cannot: they decide when the name is safe
        _sync_folder(folder)


def remove_drafts(folder: str, name: str) -> None:
    """Remove drafts of this file that ended processes have left."""
    stem = _stem(name)
    with suppress(OSError):  # the folder may be writable although it cannot be listed
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
            # If it has no name any more, another process removed it, and the name may be new.
            if stat.S_ISREG(os.fstat(held).st_mode) and try_lock(held) and os.fstat(held).st_nlink:
                os.unlink(path)
        finally:
            os.close(held)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | _WARY)  # NFS locks only writable files
    except PermissionError:  # the file of another user
        return os.open(path, os.O_RDONLY | _WARY)


def _by_link(target: str, draft: str, content: bytes, old: os.stat_result | None) -> bool:
    """Write without a name, then link; False if the system or the file system cannot."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir(_LINKS):
        return False
    try:
        held = os.open(os.path.dirname(target), os.O_TMPFILE | os.O_WRONLY, _mode(old))
    except OSError:
        return False  # if the folder is read-only, `_by_name` reports it
    try:
        lock(held)  # before it has a name that another process could remove
        _fill(held, content, old)
        if old is None and _linked(held, target):
            return True
        try:
            if not _linked(held, draft):
                return False
            os.replace(draft, target)
        finally:  # no draft is left, even after an interrupt
            with suppress(OSError):
                os.unlink(draft)
    finally:
        os.close(held)
    return True


def _linked(held: int, name: str) -> bool:
    try:
        # os.link follows /proc only if a folder is given; it does not look at the folder.
        os.link(f"{_LINKS}/{held}", name, src_dir_fd=held, follow_symlinks=True)
    except OSError:
        return False
    return True


def _by_name(target: str, draft: str, content: bytes, old: os.stat_result | None) -> None:
    held = -1
    try:
        while held < 0 or not os.fstat(held).st_nlink:  # removed before we locked it
            if held >= 0:
                closing, held = held, -1
                os.close(closing)
            held = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _mode(old))
            lock(held)
        _fill(held, content, old)
        if os.name == "nt":  # Windows does not move open files
            os.close(held)
            held = -1
        os.replace(draft, target)
    finally:
        try:
            if held >= 0:  # first, because Windows does not remove open files
                os.close(held)
        finally:
            with suppress(OSError):
                os.unlink(draft)


def _mode(old: os.stat_result | None) -> int:
    """The mode while it is written: only we may read it until it has the group of the old file."""
    return 0o666 if old is None else 0o600


def _fill(held: int, content: bytes, old: os.stat_result | None) -> None:
    with open(held, "wb", closefd=False) as file:
        file.write(content)
    if old is not None and hasattr(os, "fchown"):
        _keep_owner(held, old)
    os.fsync(held)  # content before name: after a crash the file is the old or the new one


def _keep_owner(held: int, old: os.stat_result) -> None:
    """Set the group and the mode, then the user, which ordinary users cannot set."""
    new = os.fstat(held)
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if new.st_gid != old.st_gid:
        try:
            os.fchown(held, -1, old.st_gid)
        except OSError:  # another group must not get the rights of the old group
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
