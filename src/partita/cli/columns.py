"""`partita columns`: list the columns of files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..base.wording import printable
from .files import check_paths, columns_of, given_delimiter
from .options import file_options
from .status import DONE


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "List the columns of a file, a line for each. Options of other commands take these names,"
        " and patterns such as 'leiden_*'; the completion in your shell suggests them."
    )
    command.epilog = "example:\n  partita columns cells.h5ad"
    file_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """List the columns of the files."""
    check_paths(arguments)
    names = columns_of(arguments.file, given_delimiter(arguments))
    return "".join(f"{printable(name)}\n" for name in names), DONE
