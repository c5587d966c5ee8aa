"""One side of `partita soft`: its options, and its columns of numbers as a soft clustering."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import InputError
from .options import add
from .source import check_columns, given_delimiter

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..soft import Soft
    from .reading.numbers import Numbers, Rules

KINDS = ("fuzzy", "rough", "possibilistic", "evidential")
EMPTY = ("error", "condition", "omega", "noise_singleton")
_NOUNS = {"possibilistic": "possibility", "evidential": "mass"}
_SEPARATOR = "|"


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
        f" empty set and {{*}} the set of all clusters (default: {_SEPARATOR})"
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
        if _given(arguments, "truth-", option):
            raise InputError(f"--truth-{option} has no effect without --truth-memberships")


def _given(arguments: Namespace, prefix: str, option: str) -> Any:
    return getattr(arguments, (prefix + option).replace("-", "_"))


def _check_columns(arguments: Namespace, truth: Side | None, prediction: Side) -> None:
    if arguments.truth in prediction.names:
        raise InputError(f"--memberships names the truth, {arguments.truth!r}: degrees are numbers")
    shared = [name for name in prediction.names if truth is not None and name in truth.names]
    if shared and arguments.truth_file is None:
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


class Side(NamedTuple):
    """The columns of one side, and what they mean."""

    prefix: str  # "truth-" or ""
    names: list[str]
    kind: str
    normalize: bool
    focal_sets: str | None
    empty: str | None
    separator: str | None
    delimiter: str | None

    @classmethod
    def of(cls, arguments: Namespace, prefix: str) -> Side:
        """The side whose options have a prefix."""
        side = cls(
            prefix,
            _given(arguments, prefix, "memberships"),
            _given(arguments, prefix, "kind") or "fuzzy",
            _given(arguments, prefix, "normalize"),
            _given(arguments, prefix, "focal-sets"),
            _given(arguments, prefix, "empty"),
            arguments.set_separator,
            given_delimiter(arguments),
        )
        side._check()
        return side

    @property
    def option(self) -> str:
        """The option that names the columns."""
        return f"--{self.prefix}memberships"

    @property
    def uses_separator(self) -> bool:
        """Whether the names of its columns are sets of clusters."""
        return self.kind == "evidential" and self.focal_sets is None

    @property
    def rules(self) -> Rules:
        """What its numbers are called, and which of them count as 0."""
        from ..soft.kinds.checks import ROUNDING as OF_MASSES
        from .reading.numbers import ROUNDING, Rules

        least = -OF_MASSES if self.kind == "evidential" else 0.0
        if self.normalize or self.kind == "rough":
            least = -ROUNDING
        return Rules(_NOUNS.get(self.kind, "degree of membership"), least, self._named("normalize"))

    def _check(self) -> None:
        check_columns(self.option, self.names)
        if self.kind == "rough" and self.normalize:
            raise InputError(
                f"--{self.prefix}normalize has no effect on a rough clustering: only zeros count"
            )
        for option, value in (("focal-sets", self.focal_sets), ("empty", self.empty)):
            if value is not None and self.kind != "evidential":
                raise InputError(
                    f"--{self.prefix}{option} has no effect on a {self.kind} clustering: write"
                    f" --{self.prefix}kind evidential if the columns are masses on sets"
                )

    def clustering(self, numbers: Numbers) -> Soft:
        """The soft clustering of these numbers."""
        with self._spelled(numbers):
            if self.kind == "evidential":
                return self._evidential(numbers)
            return self._of_degrees(numbers.matrix, numbers.names)

    def _of_degrees(self, degrees: Any, names: tuple[str, ...]) -> Soft:
        from ..soft import Fuzzy, Possibilistic, Rough

        if self.kind == "rough":
            return Rough(degrees > 0, clusters=names)
        if self.kind == "possibilistic":
            policy = "rescale" if self.normalize else "error"
            return Possibilistic(degrees, subnormal=policy, clusters=names)
        kind = Fuzzy.normalized if self.normalize else Fuzzy
        return kind(degrees, clusters=names)

    def _evidential(self, numbers: Numbers) -> Soft:
        from ..soft import Evidential, Fuzzy
        from .reading.focal_sets import sets_of_file, sets_of_names

        if self.focal_sets is not None:
            if numbers.holder is not None:
                raise InputError(
                    f"{self._named('focal-sets')} has no effect on column {numbers.holder!r}: it"
                    " holds objects, whose keys name the sets"
                )
            found = sets_of_file(self.focal_sets, numbers.names, self.option, self.delimiter)
        else:
            found = sets_of_names(numbers.names, self.separator or _SEPARATOR, self.option)
        masses: Any = numbers.matrix
        if self.normalize:
            masses = Fuzzy.normalized(masses).memberships
        empty = self.empty or "error"
        return Evidential(masses, found.sets, empty=empty, clusters=found.clusters)

    def _named(self, option: str) -> str:
        return f"--{self.prefix}{option}"

    @contextmanager
    def _spelled(self, numbers: Numbers) -> Iterator[None]:
        """Name lines, columns and options in errors, where the library names rows and arguments."""
        try:
            yield
        except InputError as error:
            text = str(error)
            if error.hint == "normalize":
                how = "its maximum" if self.kind == "possibilistic" else "its sum"
                finding = error.finding.partition(":")[0]
                remedy = f"write {self._named('normalize')} to divide each row by {how}"
                text = f"{error.place} {finding}: {remedy}"
            if 'empty="' in text:
                text = text.replace('empty="', f"{self._named('empty')} ").replace('"', "")
            raise InputError(self._placed(text, numbers)) from None

    def _placed(self, text: str, numbers: Numbers) -> str:
        """The text with the place of the row that it begins with, as in ``masses row 3``."""
        found = re.match(r"\w+ row (\d+) (.*)", text)
        if found is None:
            return text if self.option in text else f"{self.option}: {text}"
        rest = re.sub(r"column (\d+)", lambda at: numbers.column(int(at[1])), found[2])
        return f"{numbers.line(int(found[1]))}: the row of {self.option} {rest}"
