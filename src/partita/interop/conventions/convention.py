"""The functions of another package, in terms of our measures.

A package is a list of conventions. Most are one of our measures with fixed options (bits instead of
nats). The others differ in a limit case, which the integers of the table decide, or have a formula
of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from ...base.errors import UndefinedError
from ...measures.formula import Formula, check_option_names, options_of
from ...measures.measure import Measure, measure

if TYPE_CHECKING:
    from ...table.contingency import Contingency


@dataclass(frozen=True)
class Situation:
    """A limit case: its name, and a check of the table."""

    words: str
    holds: Callable[[Contingency], bool]


ONE_OBJECT = Situation("a single object", lambda t: t.n == 1)
ONE_GROUP = Situation("one class and one cluster", lambda t: t.shape == (1, 1))
ALL_SINGLE = Situation(
    "single objects on both sides", lambda t: t.shape == (t.n, t.n) and t.nnz == t.n
)
ONE_SIDE_WHOLE = Situation("one class or one cluster", lambda t: 1 in t.shape)
NO_PAIRS = Situation(
    "no pair in a class or in a cluster",
    lambda t: t.pairs.truth_pairs == 0 and t.pairs.prediction_pairs == 0,
)
NO_NUMBER = None  # the package returns NaN or fails


@dataclass(frozen=True)
class Convention:
    """One function of a package.

    Attributes
    ----------
    name : str
        The name in the package.
    measure : Measure
        The same measure of ours, or the nearest one if the package has a formula of its own.
    read : callable
        Reads the value from a table; its parameters are those of the function in the package.
    limits : mapping
        The values of the package in limit cases where it differs from our rule.
    differs : str
        How its numbers (there) differ from the numbers of `measure` (here); empty if they agree.
    """

    name: str
    measure: Measure
    read: Formula
    limits: Mapping[Situation, float | None] = field(default_factory=dict)
    differs: str = ""
    ours: str = ""  # our call with the same value, if it has options
    package: str = ""  # set by `Package`

    def __call__(self, truth: Any, prediction: Any, **options: Any) -> float:
        """Compare two labelings, truth first, whatever the order in the package."""
        from ...table.contingency import (
            Contingency as Counted,  # late: the lists need no NumPy
        )

        table = cast("Contingency", Counted.from_labels(truth, prediction))  # without weights
        return self.of(table, **options)

    def of(self, table: Contingency, **options: Any) -> float:
        """Read the value from a table with classes as rows and clusters as columns."""
        self.check(options)
        ordinary = self._checked(table, options)
        for situation, value in self.limits.items():
            if situation.holds(table):
                if value is NO_NUMBER:
                    raise UndefinedError(
                        f"{self.package} has no number for {self.name} of {situation.words}; "
                        f"partita.{self.measure.name} has one"
                    )
                return value
        if ordinary is None:
            raise UndefinedError(f"{self.package} has no number for {self.name} here")
        return ordinary

    def check(self, options: Mapping[str, Any]) -> None:
        """Refuse an option that the function does not have."""
        check_option_names(f"{self.name} of {self.package}", options, options_of(self.read))

    def _checked(self, table: Contingency, options: Mapping[str, Any]) -> float | None:
        """The value except for limits; read before them, so that wrong options are refused."""
        try:
            return self.read(table, **options)
        except UndefinedError:
            return None

    @property
    def call(self) -> str:
        """Our call with the same value, except in limit cases."""
        return self.ours or self.measure.name


def same(ours: Measure | str, **options: Any) -> Formula:
    """Read one of our measures with fixed options."""
    found = measure(ours)

    def read(table: Contingency) -> float:
        return found.of(table, **options)

    return read


class Package:
    """The conventions of another package; each is an attribute, by its name there or here.

    Attributes
    ----------
    name, version : str
        The package, and the version with which the conventions were checked.
    checked : bool
        Whether its functions were run; otherwise the conventions come from reading its code.
    conventions : dict
        The conventions by their name in the package.
    """

    def __init__(
        self, name: str, version: str, conventions: Sequence[Convention], *, checked: bool = True
    ) -> None:
        self.name, self.version, self.checked = name, version, checked
        self.conventions = {
            one.name: Convention(**{**vars(one), "package": name}) for one in conventions
        }

    def __getattr__(self, name: str) -> Convention:
        if name.startswith("_"):  # asked by Python
            raise AttributeError(name)
        for found in (self._named(name), self._meaning(name)):
            if found is not None:
                return found
        raise AttributeError(
            f"{self.name} has no function {name!r} known to partita; known are "
            f"{', '.join(self.conventions)}"
        )

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from . import compat

        return compat, (self.name,)  # a copy is the package itself

    def _named(self, name: str) -> Convention | None:
        """Find it by its name in the package, with or without its last word (_score, _index)."""
        endings = (name, f"{name}_score", f"{name}_index")
        return next((self.conventions[e] for e in endings if e in self.conventions), None)

    def _meaning(self, name: str) -> Convention | None:
        """Find the first function for one of our measures."""
        found = self.conventions.values()
        return next((one for one in found if one.measure.name == name), None)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.conventions})

    def __repr__(self) -> str:
        return f"<conventions of {self.name} {self.version}: {', '.join(self.conventions)}>"
