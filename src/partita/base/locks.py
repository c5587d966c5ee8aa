"""Locks of open files, which the system releases when their process ends, whatever the reason.

Whoever gets the lock of a file of another process knows that the process has ended. Process ids
cannot tell: they are reused, and mean nothing in another container.
"""

from __future__ import annotations

from contextlib import suppress


def try_lock(held: int) -> bool:
    """Lock an open file, without waiting.

    Beware: False means that another process holds the lock, or that there are no locks, as on
    Windows and on some file systems.
    """
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def lock(held: int) -> None:
    """Lock a file of our own if possible; wait for other processes that only check the lock."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX)
