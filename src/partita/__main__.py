"""``python -m partita`` and ``partita`` are the command line."""

import gc

from .cli import main

_MANY = 10_000  # new objects between two searches for circles, in place of 700


def run() -> int:
    """Run the command that this process was started for and return its exit status."""
    # What a short command makes, modules most of all, stays to its end. To search it for circles
    # again and again, and once more before the end, is a tenth of the time.
    gc.set_threshold(_MANY)
    try:
        return main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    raise SystemExit(run())
