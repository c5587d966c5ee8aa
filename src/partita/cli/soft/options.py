"""The options of `partita soft` that say what columns of numbers mean, and their checks."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...base.errors import InputError
from ..options import add
from .side import SEPARATOR, Side, given_of

KINDS = ("fuzzy", "rough", "possibilistic", "evidential")
EMPTY = ("error", "condition", "omega", "noise_singleton")


def side_options(command: ArgumentParser, group: str) -> None:
    """Add the options that say what the columns of --memberships mean."""
    kind = (
        "fuzzy: probabilities of clusters; rough: clusters with a number above 0 are possible;"
        " possibilistic: possibilities of clusters, the largest is 1; evidential: masses on sets"
        " of clusters (default: fuzzy)"
    )
    add(command, group, "--kind", choices=KINDS, help=kind)
    scale = (
        "divide each row by its sum (possibilistic: by its maximum), and read numbers from"
        " -1e-9 to 0 as 0"
    )
    add(command, group, "--normalize", action="store_true", help=scale)
    separator = (
        "text between the clusters in the names of evidential columns, as in 'a|b'; {} is the"
        f" empty set and {{*}} the set of all clusters (default: {SEPARATOR})"
    )
    add(command, group, "--set-separator", metavar="TEXT", help=separator)
    sets = (
        "CSV or TSV with the sets of evidential columns, if their names do not say it: a row for"
        " each column, in their order; a column for each cluster, with 1 if the set contains it and"
        " 0 if not"
    )
    add(command, group, "--focal-sets", metavar="FILE", help=sets)
    empty = (
        "mass on the empty set. error: refuse it; condition: divide the other masses by their sum;"
        " omega: move it to the set of all clusters; noise_singleton: move it to a cluster of its"
        " own (default: error)"
    )
    add(command, group, "--empty", choices=EMPTY, help=empty)


def truth_options(command: ArgumentParser, group: str) -> None:
    """Add the same options for the columns of --truth-memberships."""
    add(command, group, "--truth-kind", choices=KINDS, help="as --kind (default: fuzzy)")
    add(command, group, "--truth-normalize", action="store_true", help="as --normalize")
    add(command, group, "--truth-focal-sets", metavar="FILE", help="as --focal-sets")
    add(command, group, "--truth-empty", choices=EMPTY, help="as --empty (default: error)")


def sides_of(arguments: Namespace) -> tuple[Side | None, Side]:
    """The sides that the options describe, each with columns of its own; no side for labels."""
    truth, prediction = None, Side.of(arguments, "")
    if arguments.truth_memberships is not None:
        truth = Side.of(arguments, "truth-")
    else:
        _refuse_useless(arguments)
    _check_columns(arguments, truth, prediction)
    _check_separator(arguments.set_separator, truth, prediction)
    return truth, prediction


def _refuse_useless(arguments: Namespace) -> None:
    """Refuse options for the columns of a soft truth, if the truth is a column of labels."""
    for option in ("kind", "normalize", "focal-sets", "empty"):
        if given_of(arguments, "truth-", option):
            raise InputError(f"--truth-{option} has no effect without --truth-memberships")


def _check_columns(arguments: Namespace, truth: Side | None, prediction: Side) -> None:
    """Refuse a column that is on both sides, unless each side has a file of its own."""
    if arguments.truth_file is not None:
        return
    if arguments.truth in prediction.names:
        raise InputError(f"--memberships names the truth, {arguments.truth!r}: degrees are numbers")
    shared = [name for name in prediction.names if truth is not None and name in truth.names]
    if shared:
        raise InputError(
            f"--memberships and --truth-memberships both name {shared[0]!r}: give each side columns"
            " of its own, or name the file of the truth (--truth-file)"
        )


def _check_separator(separator: str | None, *sides: Side | None) -> None:
    if separator == "":
        raise InputError("--set-separator is empty: expected a text such as | or +")
    if separator and not any(side.uses_separator for side in sides if side):
        raise InputError(
            "--set-separator has no effect without evidential columns that are named by their sets"
        )
