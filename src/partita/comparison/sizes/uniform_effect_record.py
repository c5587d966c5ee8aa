"""`UniformEffect`: what `uniform_effect` returns: how much sizes of classes and clusters vary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.shown import Framed, Plotted
from ...base.wording import number_text
from ..correlation.rank_correlation import tau
from ..counting.columns import Columns
from .size_error import dcv_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..counting.counting import Counted

_CLEAR = 2.0  # standard errors from which a DCV is not a matter of chance
_TREND = 3  # data sets from which DCV can follow CV₀


@dataclass(frozen=True, eq=False, repr=False)
class UniformEffect(Plotted, Framed):
    """How much cluster sizes vary, compared with class sizes.

    `table` has a row per clustering: dataset (only if there are several), prediction, objects,
    classes, clusters, cv0 (the coefficient of variation of the class sizes), cv1 (of the cluster
    sizes), dcv = cv1 - cv0, and error, the jackknife standard error of dcv. A single group has no
    coefficient, and fractional weights have no error: both are NaN.

    `plot` draws CV₁ over the number of clusters, or over CV₀ of several data sets.
    """

    _figure = "uniform_effect"

    table: Columns  #: a row per clustering

    @property
    def datasets(self) -> int:
        """Number of data sets."""
        return len(set(self.table["dataset"])) if "dataset" in self.table else 1

    @property
    def known(self) -> int:
        """Number of clusterings with a DCV: with two groups or more on each side."""
        return int((~np.isnan(self.table["dcv"])).sum())

    @property
    def trend(self) -> float | None:
        """Kendall's τ of CV₀ and DCV: near -1 if the effect grows with the imbalance of classes.

        None for fewer than three data sets.
        """
        known = ~np.isnan(self.table["dcv"])
        if self.datasets < _TREND or self.known < _TREND:
            return None
        return tau(self.table["cv0"][known], self.table["dcv"][known])

    @property
    def summary(self) -> tuple[str, ...]:
        """In how many clusterings the sizes of clusters vary less than those of classes."""
        dcv, error = self.table["dcv"], self.table["error"]
        known = dcv[~np.isnan(dcv)]
        if not len(known):
            return ("No DCV: a side has a single group.",)
        if len(known) == 1:
            return (f"Cluster sizes vary {_compared(known[0])} class sizes: DCV = {known[0]:.4f}.",)
        below = int((known < 0).sum())
        clear = int((dcv < -_CLEAR * error).sum())
        text = (
            "Cluster sizes vary less than class sizes (DCV below 0) in "
            f"{below} of {len(known)} clusterings"
            + (f", in {clear} by more than {_CLEAR:g} standard errors" if clear else "")
            + f"; mean DCV {number_text(float(known.mean()))}."
        )
        if self.trend is None:
            return (text,)
        grows = f"Kendall's τ of CV₀ and DCV over {self.datasets} data sets: {self.trend:.2f}."
        return (text, grows)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values; what is not known is None.

        Returns
        -------
        dict
            ``clusterings``, a list with a dictionary per row of the table, and ``trend``.
        """
        rows = [
            {name: None if value != value else value for name, value in row.items()}  # noqa: PLR0124
            for row in self.table.rows()
        ]
        return {"clusterings": rows, "trend": self.trend}

    def __str__(self) -> str:
        return "\n".join([str(self.table), *self.summary])

    __repr__ = __str__


def effect_in(counted: Mapping[str, Counted]) -> UniformEffect | None:
    """The effect in the hard clusterings of a comparison; None without any."""
    return effect_of(("", name, one) for name, one in counted.items()) if counted else None


def effect_of(clusterings: Iterable[tuple[str, str, Counted]]) -> UniformEffect:
    """The effect in clusterings, each with its data set and its name."""
    rows = list(clusterings)
    found = [one.table.size_variation for _, _, one in rows]
    columns: dict[str, Any] = {
        "dataset": np.array([name for name, _, _ in rows], dtype=object),
        "prediction": np.array([name for _, name, _ in rows], dtype=object),
        "objects": [one.table.n for _, _, one in rows],
        "classes": [one.classes for one in found],
        "clusters": [one.clusters for one in found],
        **{key: _numbers(one.numbers[key] for one in found) for key in found[0].numbers},
        "error": _numbers(dcv_error(one) for _, _, one in rows),
    }
    if len({name for name, _, _ in rows}) == 1:
        del columns["dataset"]
    return UniformEffect(Columns(columns))


def _compared(dcv: float) -> str:
    return "less than" if dcv < 0 else "more than" if dcv > 0 else "as much as"


def _numbers(values: Iterable[float | None]) -> Any:
    return np.array([np.nan if one is None else one for one in values], dtype=np.float64)
