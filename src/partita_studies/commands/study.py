"""`partita study`: the tests of the studies, on any measures, including your own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partita import InputError
from partita.cli.options import Once, measure_option, output_options, seed_option
from partita.cli.status import DONE
from partita.cli.terminal import progress
from partita.cli.writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from partita.measures.chosen import Chosen


def options(command: ArgumentParser) -> None:
    """The arguments of the command."""
    add = command.add_argument
    add(
        "kind",
        choices=["properties"],
        metavar="properties",
        help="desirable properties (Dom's P1 to P7), Criterion 1, mathematical properties",
    )
    measure_option(command, "those of --import, else the main ones")
    add(
        "--import",
        dest="module",
        action=Once,
        metavar="MODULE",
        help="Python module that registers measures of your own; it is executed",
    )
    add("--quick", action="store_true", help="a smaller grid of clusterings")
    seed_option(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Test the measures and list what was found."""
    from math import prod

    from ..profile import profiles
    from ..profile_sheet import profile_sheet
    from ..vmeasure.grid import COARSE, FULL

    asked = _asked(arguments)
    grid = COARSE if arguments.quick else FULL
    with progress(f"{len(asked)} measures"):
        found = profiles(asked, seed=arguments.seed, grid=grid)
    return rendered(profile_sheet(found, configurations=prod(grid.size)), arguments), DONE


def _asked(arguments: Namespace) -> list[Chosen]:
    from partita import MEASURES
    from partita.measures.chosen import choose_all

    known = set(MEASURES)
    if arguments.module:
        _import(arguments.module)
    own = [name for name in MEASURES if name not in known]
    return choose_all(arguments.measure or own or None)


def _import(name: str) -> None:
    """Import a module by its name, from where `python -m` would find it."""
    import sys
    from importlib import import_module

    if name.endswith(".py"):
        raise InputError(f"--import takes the name of a module, not a file: {name[:-3]!r}")
    sys.path.insert(0, "")
    try:
        import_module(name)
    except ImportError as error:
        raise InputError(f"--import {name}: {error}") from error
    finally:
        sys.path.remove("")
