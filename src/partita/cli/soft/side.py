"""One side of `partita soft`: its columns of numbers, and the soft clustering that they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.errors import InputError
from ..files import given_delimiter
from ..patterns import check_columns

if TYPE_CHECKING:
    from argparse import Namespace

    from ...soft import Soft
    from ..reading.focal_sets import FocalSets
    from ..reading.numbers import Numbers, Rules

_NOUNS = {"possibilistic": "possibility", "evidential": "mass"}
SEPARATOR = "|"


def given_of(arguments: Namespace, prefix: str, option: str) -> Any:
    """What an option of a side was given; its prefix is "truth-" or ""."""
    return getattr(arguments, (prefix + option).replace("-", "_"))


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
            given_of(arguments, prefix, "memberships"),
            given_of(arguments, prefix, "kind") or "fuzzy",
            given_of(arguments, prefix, "normalize"),
            given_of(arguments, prefix, "focal-sets"),
            given_of(arguments, prefix, "empty"),
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
        from ..reading.numbers import ROUNDING, Rules

        least = -ROUNDING if self.normalize or self.kind in ("rough", "evidential") else 0.0
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
        sets = self._sets(numbers) if self.kind == "evidential" else None
        with self._spelled(numbers):
            if sets is not None:
                return self._evidential(numbers.matrix, sets)
            return self._of_degrees(numbers.matrix, numbers.names)

    def _of_degrees(self, degrees: Any, names: tuple[str, ...]) -> Soft:
        from ...soft import Fuzzy, Possibilistic, Rough

        if self.kind == "rough":
            return Rough(degrees > 0, clusters=names)
        if self.kind == "possibilistic":
            policy = "rescale" if self.normalize else "error"
            return Possibilistic(degrees, subnormal=policy, clusters=names)
        kind = Fuzzy.normalized if self.normalize else Fuzzy
        return kind(degrees, clusters=names)

    def _sets(self, numbers: Numbers) -> FocalSets:
        """The sets of the columns, by their names or by a file."""
        from ..reading.focal_sets import sets_of_file, sets_of_names

        if self.focal_sets is None:
            return sets_of_names(numbers.names, self.separator or SEPARATOR, self.option)
        if numbers.holder is not None:
            raise InputError(
                f"{self._named('focal-sets')} has no effect on column {numbers.holder!r}: it holds"
                " objects, whose keys name the sets"
            )
        return sets_of_file(self.focal_sets, numbers.names, self.option, self.delimiter)

    def _evidential(self, masses: Any, sets: FocalSets) -> Soft:
        from ...soft import Evidential, Fuzzy

        if self.normalize:
            masses = Fuzzy.normalized(masses).memberships
        return Evidential(masses, sets.sets, empty=self.empty or "error", clusters=sets.clusters)

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
