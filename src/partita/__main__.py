"""``python -m partita`` and ``partita`` are the command line."""

import gc
import os
import sys

from .cli import main

_MANY = 10_000  # new objects between two searches for circles, in place of 700


def run() -> int:
    """Run the command that this process was started for and return its exit status."""
    # What a short command makes, modules most of all, stays to its end: to search it for circles
    # again and again takes time.
    gc.set_threshold(_MANY)
    if sys.argv[1:2] == ["score"]:
        # Scores need next to no products of matrices, for which NumPy would start a thread per
        # core when it is imported: another tenth.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return main()


if __name__ == "__main__":
    raise SystemExit(run())
