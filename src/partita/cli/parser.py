"""What can be typed. A command is a line here and the module of its name: `options` and `run`.

Other packages add commands: an entry point of the group `partita.commands` names a dictionary like
`COMMANDS`, and the modules lie in the package that holds it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from .. import __version__
from ..base.wording import did_you_mean, printable
from .terminal import note, say, width
from .writing import write

COMMANDS = {
    "score": "score clusterings in a CSV or TSV file",
    "compare": "which of several clusterings is best, and is it certain",
    "sweep": "scores over the number of clusters, with the level of chance",
    "agreement": "compare every clustering with every other",
    "soft": "score a clustering given by membership columns",
    "measures": "list the measures",
    "explain": "what a measure says, and when it misleads",
    "demo": "show all this on real cells that come with partita",
    "completion": "print a script that completes commands in your shell",
}


class Command(NamedTuple):
    """What a command does, and the package that holds the module of its name."""

    summary: str
    package: str


OWN = {name: Command(summary, __package__) for name, summary in COMMANDS.items()}


def commands() -> dict[str, Command]:
    """All commands: ours, and those that other installed packages add under other names."""
    from .added_commands import entry_points  # reads many folders: commands of ours do without

    found = dict(OWN)
    for package, dictionary in entry_points():
        try:
            added = getattr(import_module(package), dictionary)
        except (ImportError, AttributeError) as error:
            note(f"warning: commands of {package} are left out: {error}")
            continue
        for name, summary in added.items():
            found.setdefault(name, Command(summary, package))
    return found


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; ``arguments.run(arguments)`` gives the output and the exit status."""
    # Only --help and --version can stand before the command, and both end the program.
    chosen = argv[0] if argv else ""
    known = OWN if chosen in OWN or chosen == "--version" else commands()
    if chosen in known:
        return parser({chosen: known[chosen]}, filled=True).parse_args(argv)
    top = parser(known, filled=False)
    if chosen and not chosen.startswith("-"):
        top.error(f"no command is called {chosen!r}{_nearest(chosen, known)}")
    return top.parse_args(argv)


def parser(known: Mapping[str, Command], *, filled: bool) -> argparse.ArgumentParser:
    """Build the parser of these commands; `filled` with their options, or to be listed alone."""
    top = Parser(
        prog="partita",
        description="How well does a clustering agree with the truth, or with another clustering?",
        epilog="Exit status: 0 done, 1 a threshold missed, 2 wrong use or bad input, "
        "70 a fault of partita.",
    )
    top.add_argument("--version", action="version", version=f"partita {__version__}")
    places = top.add_subparsers(
        required=True, metavar="COMMAND", prog="partita", parser_class=Parser
    )
    for name, (summary, package) in known.items():
        command = places.add_parser(name, help=summary, description=summary)
        if filled:
            module = import_module(f"{package}.{name}")
            command.set_defaults(run=module.run)
            module.options(command)
    return top


class Parser(argparse.ArgumentParser):
    """A parser that says what was meant instead of an unknown option."""

    def __init__(self, **settings: Any) -> None:
        # Given a width, argparse need not import the modules that find one: a tenth of the start.
        form = partial(argparse.HelpFormatter, width=width() or 100, max_help_position=28)
        super().__init__(formatter_class=form, allow_abbrev=False, **settings)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Refuse what is unknown before what is missing: a misspelt option is both."""
        known = {name for action in self._actions for name in action.option_strings}
        for text in args or () if self._subparsers is None else ():
            name = text.partition("=")[0]
            if name.startswith("--") and name not in known and name != "--" and " " not in text:
                self.error(f"no option is called {name!r}{_nearest(name, sorted(known))}")
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, versions and errors; argparse would lose them to a full disk in silence."""
        if file is sys.stdout:
            write(message, None)
        else:
            say(message)

    def error(self, message: str) -> NoReturn:
        """Say what was wrong and where to read on, and leave with status 2."""
        self.exit(2, f"{self.format_usage()}{self.prog}: error: {printable(message)}\n")


def _nearest(name: str, known: Iterable[str]) -> str:
    return f"; {did_you_mean(name, known).rstrip() or '--help lists them'}"
