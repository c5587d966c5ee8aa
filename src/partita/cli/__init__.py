"""The command line: ``partita score``, ``measures``, ``explain`` and ``demo``.

Data go to stdout, messages to stderr. Exit status: 0 done, 1 a threshold missed, 2 wrong use or
bad input, 70 a fault of partita, with its traceback. NumPy is imported only by the commands that
count.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ..errors import InputError, UndefinedError
from ..report.text import printable
from .commands import FAULT, WRONG
from .parser import parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        arguments = parser().parse_args(argv)
        return _write(*arguments.run(arguments))
    except (InputError, UndefinedError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130  # as a shell reports a process ended by the interrupt key
    except Exception:  # noqa: BLE001 - whatever went wrong, it must not look like a missed threshold
        return _report_fault()


def _write(text: str, status: int) -> int:
    try:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")  # symbols on an ASCII terminal
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough. Without this the interpreter complains at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _complain(f"cannot write the output: {error.strerror}")
    return status


def _report_fault() -> int:
    from traceback import print_exc  # slow to import

    print_exc()
    print(
        "partita: this is a fault of partita, not of your data: please report it", file=sys.stderr
    )
    return FAULT


def _complain(message: str) -> int:
    print("partita: error:", printable(message), file=sys.stderr)
    return WRONG
