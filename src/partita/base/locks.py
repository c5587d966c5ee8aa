"""Locks of open files, which the system lets go of with the process, however that ends.

So whoever gets the lock of a file that another process left knows that this one is gone. Numbers
of processes would not say so: they are used again, and mean nothing in another container.
"""

from __future__ import annotations

from contextlib import suppress


def try_lock(held: int) -> bool:
    """Lock an open file for us.

    Beware: False says that another holds it, or that it cannot be locked: Windows has no such
    locks, and a file system may have none.
    """
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def lock(held: int) -> None:
    """Lock a file of our own, if it can be; one who looks may hold it for a moment, so wait."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX)
