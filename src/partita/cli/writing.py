"""Write the output to stdout, or to a file in one step."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ..base.errors import InputError
from .terminal import bold, silence, width

if TYPE_CHECKING:
    from ..report.formats.sheet import Sheet


def rendered(sheet: Sheet, arguments: Namespace) -> str:
    """A result in the chosen format, for a terminal or a file."""
    output = arguments.output
    return sheet.render(arguments.format, width(output), bold=bold(output))


def write(text: str, output: str | None) -> None:
    """Write the output of a command to the file `output`, or to stdout."""
    if output is None:
        _write_stdout(text)
    else:
        from ..base.files import write_whole

        write_whole(output, text)


def _write_stdout(text: str) -> None:
    if sys.stdout is None:
        raise InputError("cannot write the output: stdout is closed; open it, or give --output")
    try:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")  # symbols on an ASCII terminal
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; without this the interpreter complains at exit.
        silence(sys.stdout)
    except OSError as error:
        silence(sys.stdout)
        from ..base.files import system_error

        raise system_error("cannot write the output", error) from error
