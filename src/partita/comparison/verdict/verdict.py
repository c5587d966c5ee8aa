"""One thing that the scores say, with the numbers it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that the scores say, and the numbers that it rests on.

    `prediction` is None where the sentence is about all clusterings together. `topic` is one of

    - best: which clustering is best, and whether that is certain;
    - agreement: how well the clustering agrees with the truth;
    - chance: whether that is more than random labels reach;
    - balance: whether classes are merged or split;
    - classes, clusters: which of them make up the loss;
    - undefined: which measures have no value, and why.

    >>> print(Verdict("kmeans", "agreement", "kmeans is the truth.", {"adjusted_rand": 1.0}))
    kmeans is the truth.
    """

    prediction: str | None
    topic: str
    sentence: str
    evidence: Mapping[str, float]
    references: tuple[str, ...] = ()  # keys of references.bib

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))

    def __reduce__(self) -> tuple[type[Verdict], tuple[object, ...]]:
        values = self.prediction, self.topic, self.sentence, dict(self.evidence), self.references
        return type(self), values  # a view of a dictionary cannot be pickled

    def __str__(self) -> str:
        return self.sentence
