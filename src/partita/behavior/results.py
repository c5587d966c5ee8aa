"""What was found: the properties of one measure, and of several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..base.errors import InputError
from ..base.shown import Shown, above, draw_figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from pandas import DataFrame

    from .finding import PropertyFinding


class _Presented(Shown):
    """Text, JSON and figure, which are laid out alike for one measure and for several."""

    __slots__ = ()

    _layout = "properties_html"

    @property
    def _rows(self) -> tuple[Properties, ...]:
        raise NotImplementedError

    def __str__(self) -> str:
        return self._rendered("table").rstrip("\n")

    def _rendered(self, style: str) -> str:
        text: str = above("report").properties_sheet(self._rows).render(style)
        return text

    def to_json(self) -> str:
        """Return everything as JSON.

        Returns
        -------
        str
            A JSON document in the schema of the command line.
        """
        return self._rendered("json")

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw measures and properties as a matrix with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("property_matrix", ax, PropertyMatrix(self._rows))


@dataclass(frozen=True, slots=True)
class Properties(_Presented):
    """What was found for the properties of one measure.

    Index it by the name of a property: ``found["P3"].answer``.

    Attributes
    ----------
    measure : str
        The measure with its options, or the name of the function.
    findings : tuple of PropertyFinding
        One for each property, with its answer, the share of trials in which it held, and a
        counterexample.
    seed : int
        What the random trials were drawn with.
    """

    measure: str
    findings: tuple[PropertyFinding, ...]
    seed: int

    def __getitem__(self, name: str) -> PropertyFinding:
        for finding in self.findings:
            if finding.name == name:
                return finding
        known = ", ".join(repr(finding.name) for finding in self.findings)
        raise InputError(f"no property is called {name!r}; the names are {known}")

    def __iter__(self) -> Iterator[PropertyFinding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    @property
    def _rows(self) -> tuple[Properties, ...]:
        return (self,)

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with a row per property.

        Returns
        -------
        DataFrame
            Name, answer, rate, trials, whether it is decided, statement, source and example.
        """
        from pandas import DataFrame

        fields = ("name", "answer", "rate", "trials", "decided", "statement", "source")
        rows = [{field: getattr(one, field) for field in fields} for one in self]
        return DataFrame([{**row, "example": str(one.example or "")}
                          for row, one in zip(rows, self, strict=True)])  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values.

        Returns
        -------
        dict
            ``measure``, ``seed`` and ``properties``, a list of findings.
        """
        found = [one.to_dict() for one in self]
        return {"measure": self.measure, "seed": self.seed, "properties": found}


@dataclass(frozen=True, slots=True)
class PropertyMatrix(_Presented):
    """The properties of several measures, a row per measure.

    Index it by the name of a measure: ``found["rand"]``.

    Attributes
    ----------
    measures : tuple of Properties
        What was found, in the order of the measures.
    """

    measures: tuple[Properties, ...]

    def __getitem__(self, measure: str) -> Properties:
        for one in self.measures:
            if one.measure == measure:
                return one
        known = ", ".join(one.measure for one in self.measures)
        raise InputError(f"{measure!r} was not asked for; the measures are {known}")

    def __iter__(self) -> Iterator[Properties]:
        return iter(self.measures)

    def __len__(self) -> int:
        return len(self.measures)

    @property
    def _rows(self) -> tuple[Properties, ...]:
        return self.measures

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with a row per measure and a column per property.

        Returns
        -------
        DataFrame
            The answers.
        """
        from pandas import DataFrame

        rows = {one.measure: {found.name: found.answer for found in one} for one in self}
        return DataFrame.from_dict(rows, orient="index")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values.

        Returns
        -------
        dict
            ``measures``, a list of what `Properties.to_dict` returns.
        """
        return {"measures": [one.to_dict() for one in self]}
