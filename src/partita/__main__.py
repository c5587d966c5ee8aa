"""The entry point of the command line: ``partita`` and ``python -m partita``."""

import gc
import os
import sys

from .cli import main

_MANY = 10_000  # new objects between two garbage collections, instead of 700


def run() -> int:
    """Run the command of this process and return its exit status."""
    # Objects of a short command, modules above all, live until its end, so frequent garbage
    # collections only take time.
    gc.set_threshold(_MANY)
    if sys.argv[1:2] == ["score"]:
        # Scores need hardly any products of matrices, for which NumPy starts a thread per core at
        # its import. Without them the command is another tenth faster.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return main()


if __name__ == "__main__":
    raise SystemExit(run())
