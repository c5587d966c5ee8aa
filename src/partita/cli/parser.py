"""Parse the command line. A command is a line here, and a module with `options` and `run`.

Other packages add commands: an entry point of the group `partita.commands` names a dictionary like
`COMMANDS`, and the modules are in the package of that dictionary.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from .. import __version__
from ..base.keywords import called
from ..base.wording import did_you_mean, printable
from ..report.formats.text import READING_WIDTH
from .terminal import note, say, width
from .writing import write

COMMANDS = {
    "score": "score the clusterings in a file",
    "compare": "find the best of several clusterings, and how certain that is",
    "sweep": "score clusterings over the number of clusters, with chance",
    "agreement": "compare every clustering with every other",
    "plan": "say how many objects must be labeled, by a pilot",
    "soft": "score a clustering given by membership columns",
    "paper": "write tables, figures and a methods paragraph for a paper",
    "columns": "list the columns of a file",
    "measures": "list the measures",
    "properties": "test the properties of measures, your own included",
    "explain": "say what a measure means, and when it misleads",
    "demo": "show all this on real cells that come with partita",
    "schema": "print the JSON Schema of the outputs",
    "completion": "print a script that completes commands in your shell",
}


class Command(NamedTuple):
    """A summary of a command, and the package with the module of its name."""

    summary: str
    package: str


OWN = {name: Command(summary, __package__) for name, summary in COMMANDS.items()}


def commands() -> dict[str, Command]:
    """All commands: ours, and further ones of other installed packages."""
    from .added_commands import entry_points  # reads many folders, and our commands do not need it

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
    # Only --help and --version can come before the command, and both end the program.
    chosen = argv[0] if argv else ""
    known = OWN if chosen in OWN or chosen == "--version" else commands()
    if chosen in known:
        return parser({chosen: known[chosen]}, filled=True).parse_args(argv)
    top = parser(known, filled=False)
    if chosen and not chosen.startswith("-"):
        remedy = _nearest(chosen, known)
        if os.path.splitext(chosen)[1]:  # the name of a file
            remedy = f"; write partita score {chosen} --truth COL --prediction COL"
        top.error(f"no command is called {chosen!r}{remedy}")
    return top.parse_args(argv)


def parser(known: Mapping[str, Command], *, filled: bool) -> argparse.ArgumentParser:
    """Build the parser of these commands, `filled` with their options or only with their names."""
    top = Parser(
        prog="partita",
        description="How well does a clustering agree with the truth, or with another clustering?"
        " Files are CSV or TSV; with partita[files] also Parquet, JSON lines, .gz and .zst; with"
        " partita[anndata] also .h5ad.",
        epilog="partita COMMAND --help shows the options of a command. Exit status: 0 done, 1 a"
        " check failed, 2 wrong use or bad input, 70 a fault of partita.",
    )
    top.add_argument("--version", action="version", version=f"partita {__version__}")
    places = top.add_subparsers(
        title="commands", required=True, metavar="COMMAND", prog="partita", parser_class=Parser
    )
    for name, (summary, package) in known.items():
        description = f"{summary[:1].upper()}{summary[1:]}."
        command = places.add_parser(name, help=summary, description=description)
        if filled:
            module = import_module(f"{package}.{name}")
            command.set_defaults(run=module.run)
            module.options(command)
    return top


class Parser(argparse.ArgumentParser):
    """A parser that suggests an option instead of an unknown one."""

    def __init__(self, **settings: Any) -> None:
        # With a width argparse does not import the modules that find it: a tenth of the start.
        form = partial(_Help, width=width() or READING_WIDTH, max_help_position=28)
        super().__init__(formatter_class=form, allow_abbrev=False, **settings)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Report unknown options before missing ones: a misspelled option is both."""
        known = {name for action in self._actions for name in action.option_strings}
        for text in args or () if self._subparsers is None else ():
            name = text.partition("=")[0]
            if name.startswith("--") and name not in known and name != "--" and " " not in text:
                self.error(f"no option is called {name!r}{_nearest_option(name, known)}")
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, versions and errors; argparse ignores errors of a full disk."""
        if file is sys.stdout:
            write(message, None)
        else:
            say(message)

    def error(self, message: str) -> NoReturn:
        """Print the usage and what was wrong, and exit with status 2."""
        self.exit(2, f"{self.format_usage()}{self.prog}: error: {printable(message)}\n")


class _Help(argparse.HelpFormatter):
    """Help that keeps the lines of examples."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += 2  # commands are indented once more

    def _format_usage(self, usage: str | None, actions: Any, groups: Any, prefix: Any) -> str:
        """The usage in lines that fit; argparse breaks only lines of its own."""
        text = super()._format_usage(usage, actions, groups, prefix)
        if usage is None:
            return text
        from textwrap import fill

        indent = " " * (len("usage: ") + len(" ".join(usage.split()[:2])) + 1)
        words = " ".join(text.split()).replace(" ...", "\N{NO-BREAK SPACE}...")
        lines = fill(words, self._width, subsequent_indent=indent, break_on_hyphens=False)
        return lines.replace("\N{NO-BREAK SPACE}", " ") + "\n\n"

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("example") else super()._fill_text(text, width, indent)


def _nearest_option(name: str, known: Iterable[str]) -> str:
    """Suggest an option: one that begins so, one that other packages call so, or a similar one."""
    options = sorted(known)
    begun = [one for one in options if one.startswith(name)]
    other = called(name[2:].replace("-", "_"), ["rng", *(one[2:] for one in options)])
    other = "seed" if other == "rng" else other
    meant = begun[0] if len(begun) == 1 else other and f"--{other}"
    return f"; did you mean {meant!r}?" if meant else _nearest(name, options)


def _nearest(name: str, known: Iterable[str]) -> str:
    return f"; {did_you_mean(name, known).rstrip() or '--help lists them'}"
