"""Sentences with their evidence: advice and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from ..base.shown import Shown


class Sentence(Shown):
    """A sentence with its evidence, which is read-only: the base of the next two records."""

    __slots__ = ()

    evidence: Mapping[str, float]  #: the numbers behind the sentence, by name

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))

    def __reduce__(self) -> tuple[type[Sentence], tuple[object, ...]]:
        values = [getattr(self, each.name) for each in fields(self)]  # type: ignore[arg-type]
        return type(self), tuple(  # a view of a dictionary cannot be pickled
            dict(value) if isinstance(value, MappingProxyType) else value for value in values
        )


@dataclass(frozen=True, slots=True)
class Advice(Sentence):
    """Which measure to read and why, with the numbers that say so.

    >>> print(Advice("tiny sample", "20 objects fill 8 cells.", {"n": 20.0}, "Show intervals."))
    20 objects fill 8 cells. Show intervals.
    """

    rule: str  #: name of the rule
    finding: str  #: what was found
    evidence: Mapping[str, float]  #: the numbers behind it, by name
    recommendation: str  #: what to do
    references: tuple[str, ...] = ()  #: keys of references.bib

    def __str__(self) -> str:
        return f"{self.finding} {self.recommendation}"


@dataclass(frozen=True, slots=True)
class Verdict(Sentence):
    """One thing that the scores of a comparison mean, with the numbers that say so.

    `prediction` is None if the sentence is about all clusterings. `topic` is one of

    - best: which clustering is best, and whether its lead is significant;
    - missed: which classes no clustering finds (best F below 0.5), or which is hardest to find;
    - robust: whether another measure, treatment of noise or model of chance changes the best;
    - by group: in how many groups of objects the best is best, and where its score is lowest;
    - agreement: how well the clustering agrees with the truth;
    - chance: whether that is significantly better than random labels;
    - balance: whether classes are merged or split;
    - classes, clusters: which of them make up the loss;
    - undefined: which measures have no value, and why.

    >>> print(Verdict("kmeans", "agreement", "kmeans is the truth.", {"adjusted_rand": 1.0}))
    kmeans is the truth.
    """

    prediction: str | None  #: name of the clustering; None for all
    topic: str  #: what the sentence is about
    sentence: str  #: the verdict
    evidence: Mapping[str, float]  #: the numbers behind it, by name
    references: tuple[str, ...] = ()  #: keys of references.bib

    def __str__(self) -> str:
        return self.sentence
