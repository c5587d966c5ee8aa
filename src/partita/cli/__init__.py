"""The command line; `partita --help` lists its commands, each a module of this package.

Data go to stdout, messages to stderr. Exit status: 0 done, 1 a check failed, 2 wrong use or
bad input, 70 a fault of partita, with its traceback. Only commands that count import NumPy.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..base.errors import InputError, UndefinedError, WeightsWarning
from ..base.memory import RoomError
from ..base.wording import printable
from .parser import read_arguments
from .status import FAULT, WRONG
from .terminal import complain, hold_places, note, say
from .writing import write

_ROOM = "free some, raise the limit of the process, or give a large file --memory-limit"
_LONGEST = 200  # characters of a message of another library


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    if argv is None:
        hold_places()
    try:
        given = sys.argv[1:] if argv is None else list(argv)
        arguments = read_arguments(given)
        arguments.given = given
        with _noted_warnings():
            text, status = arguments.run(arguments)
        write(text, getattr(arguments, "output", None))
    except (InputError, UndefinedError) as error:
        complain(str(error))
        return WRONG
    except MemoryError as error:
        complain(_lack(error))
        return WRONG
    except ImportError as error:
        # Only these words say that there was no memory to load a library.
        if "failed to map" not in str(error):
            return _report_fault()
        complain(_lack(error))
        return WRONG
    except KeyboardInterrupt:
        return 130  # as a shell reports a process ended by the interrupt key
    except Exception:  # noqa: BLE001 - no fault may look like a failed check
        return _report_fault()
    return int(status)


@contextmanager
def _noted_warnings() -> Iterator[None]:
    """Show our warnings as notes, each once and without a line of code."""
    seen: set[str] = set()
    with warnings.catch_warnings():
        show = warnings.showwarning

        def note_once(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if not issubclass(category, WeightsWarning):
                show(message, category, *place)
            elif str(message) not in seen:
                seen.add(str(message))
                note(f"warning: {message}")

        warnings.showwarning = note_once  # type: ignore[assignment]
        yield


def _lack(error: Exception) -> str:
    """Say for what memory was missing, if that is known, and what to do."""
    if isinstance(error, RoomError):
        return f"not enough memory: {error}"
    first: BaseException = error
    while first.__cause__ is not None:  # libraries add pages of advice to the message
        first = first.__cause__
    text = " ".join(str(first).split())
    if isinstance(error, MemoryError):  # the advice of the kernel after it is for Python
        text = text.partition(": ")[0]
    return f"not enough memory: {text[:_LONGEST] or 'the system gives no more'}; {_ROOM}"


def _report_fault() -> int:
    from traceback import format_exc  # slow to import

    for line in format_exc().splitlines():  # messages may hold labels
        say(f"{printable(line)}\n")
    say("partita: this is a fault of partita, not of your data: please report it\n")
    return FAULT
