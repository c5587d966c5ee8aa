"""`Significance`: what `significance` returns."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.shown import Shown
from ..base.wording import method_text, number_text, p_text


@dataclass(frozen=True, slots=True)
class Significance(Shown):
    """A score compared with chance: do random labels agree as well?

    >>> tables = ("all 9 tables",)
    >>> print(Significance("rand", 0.75, 0.5, 0.1, 2.5, 0.13, "permutation", tables, 0, None))
    rand is 0.7500; chance gives 0.5000 ± 0.1000, z = 2.50, p = 0.13 (permutation: all 9 tables)
    """

    measure: str  #: name of the measure, with its options
    value: float  #: of the measure
    expected: float  #: mean under the null model
    standard_error: float  #: standard deviation under the null model
    z: float | None  #: None if that deviation is 0
    p_value: float  #: share of random labelings that agree as well
    method: str  #: the null model, or the inequality that bounds p
    notes: tuple[str, ...]  #: which tables were used
    draws: int  #: 0 if nothing was drawn
    rng: int | None  #: the integer that seeded the draws
    at_floor: bool = False  #: p is an upper bound: more tables could make it smaller
    p_error: float | None = None  #: standard error of p; None if p is exact or a bound

    @property
    def tables(self) -> str:
        """The null model and which tables were used, in one line."""
        return method_text(self.method, self.notes)

    @property
    def how(self) -> str:
        """The same with the error of p."""
        return self.tables if self.p_error is None else f"{self.tables}, p ± {self.p_error:.1g}"

    def __str__(self) -> str:
        spread = "" if self.z is None else f", z = {self.z:.2f}"
        seed = f", seed {self.rng}" if self.draws and self.rng is not None else ""
        return (
            f"{self.measure} is {number_text(self.value)}; chance gives "
            f"{number_text(self.expected)} ± {number_text(self.standard_error)}{spread}, "
            f"{p_text(self.p_value, at_floor=self.at_floor)} ({self.how}{seed})"
        )
