"""`partita properties`: tests the properties of measures, your own included."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.progress import working
from .options import Once, output_options, seed_option
from .status import DONE
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..measures.chosen import Chosen


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.epilog = (
        "example:\n"
        "  partita properties v_measure\n"
        "  partita properties rand adjusted_rand --quick\n"
        "  partita properties --import mymeasures"
    )
    command.add_argument(
        "name",
        nargs="*",
        metavar="NAME",
        help="the measures, or 'all' (default: those that --import registers, or the main ones)",
    )
    command.add_argument(
        "--import",
        dest="module",
        action=Once,
        metavar="MODULE",
        help="run this Python module, which registers measures of your own",
    )
    command.add_argument(
        "--quick", action="store_true", help="test P1 to P7 on 2,430 clusterings instead of 31,360"
    )
    seed_option(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Try the properties of the measures."""
    from ..behavior.properties import property_matrix
    from ..report.formats.properties import properties_sheet

    asked = _asked(arguments)
    grid = "coarse" if arguments.quick else "full"
    with working(f"{len(asked)} measures"):
        found = property_matrix(asked, grid=grid, rng=arguments.seed)
    return rendered(properties_sheet(found), arguments), DONE


def _asked(arguments: Namespace) -> list[Chosen]:
    from ..measures.chosen import choose_all
    from ..measures.measure import MEASURES

    known = set(MEASURES)
    if arguments.module:
        _import(arguments.module)
    own = [name for name in MEASURES if name not in known]
    if arguments.module and not own and not arguments.name:
        raise InputError(
            f"--import {arguments.module}: the module registers no measure; decorate a function "
            "with @partita.register(symbol=..., formula=...), or name measures"
        )
    return choose_all(arguments.name or own or None)


def _import(name: str) -> None:
    """Import a module that the user names, as `python -m` would find it."""
    from importlib import import_module

    if name.endswith(".py"):
        raise InputError(f"--import takes the name of a module, not a file: {name[:-3]!r}")
    sys.path.insert(0, "")
    try:
        import_module(name)
    except Exception as error:
        kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
        raise InputError(f"--import {name}: {kind}{error}") from error
    finally:
        sys.path.remove("")
