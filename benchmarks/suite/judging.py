"""A case: its settings, its contenders, and the bars that it must meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .timing import Contender, Timing


@dataclass
class Setting:
    """Contenders that do comparable work on the same labels of `n` objects."""

    title: str
    n: int
    contenders: list[Contender]
    reference: Callable[[str], object]
    repeats: int = 9
    budget: float = 4.0
    groups: int = 0


@dataclass
class Outcome:
    """The timings of a setting, and the load of the machine at its end."""

    title: str
    n: int
    groups: int
    timings: list[Timing]
    load: str = ""

    def of(self, name: str, job: str = "", threads: int | None = None) -> Timing:
        """The timing of a contender by name, and by job and threads if several match."""
        for one in self.timings:
            c = one.contender
            if c.name == name and job in ("", c.job) and threads in (None, c.threads):
                return one
        raise KeyError(f"{name} {job} {threads} in {self.title}")

    def has(self, name: str, job: str = "") -> bool:
        """Whether a contender took part."""
        return any(t.contender.name == name and job in ("", t.contender.job) for t in self.timings)

    def limit(self, threads: int) -> float | None:
        """Minimum time to read both arrays: CPU for one thread, else wall with up to `threads`."""
        found = [
            one.cpu if threads == 1 else one.wall
            for one in self.timings
            if one.contender.name == "read limit" and one.contender.threads <= threads
        ]
        return min(found, default=None)

    def peers(self, *names: str) -> list[Timing]:
        """All other libraries, or the named ones."""
        return [
            one
            for one in self.timings
            if one.contender.role == "peer" and (not names or one.contender.name in names)
        ]


@dataclass(frozen=True)
class Verdict:
    """A measured number and its bar."""

    what: str
    found: float
    bar: float
    sense: str  # ">=" or "<="
    unit: str = "×"

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.found >= self.bar if self.sense == ">=" else self.found <= self.bar


@dataclass(frozen=True)
class Case:
    """A case; its settings are made one after the other, to save memory."""

    key: str
    title: str
    settings: Callable[[bool], Iterator[Setting]]
    judge: Callable[[Sequence[Outcome]], Iterator[Verdict]]


def unjudged(_: Sequence[Outcome]) -> Iterator[Verdict]:
    """Set no bar."""
    yield from ()
