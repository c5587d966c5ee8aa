"""Families of clusterings of every kind: false differences, and statements that contradict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from counting import Case, Key, seed_of

import partita
from partita.comparison.verdict.best import best_verdict

MEASURES = {
    "ARI": "adjusted_rand", "V, NMI": "v_measure", "AMI": "adjusted_mutual_information",
    "F": "f_measure",
}  # fmt: skip
DRAWS = 499
NO_FALSE = "no false difference"
NO_CONTRADICTION = "no contradiction"
DISTANT = "distant ones differ"
LOWEST = {NO_FALSE: 0.94, NO_CONTRADICTION: 1.0, DISTANT: 0.94}

Labels: TypeAlias = np.ndarray
Maker: TypeAlias = Callable[[Labels, np.random.Generator], Labels]


class Member(NamedTuple):
    """A clustering, and how it was made."""

    kind: str
    place: int  # of the recipe in its family
    labels: Labels

    def equals(self, other: Member, symbol: str) -> bool:
        """Whether both are equally good in the population: random labels are, but not by F."""
        random = self.kind == other.kind == "random" and symbol != "F"
        return self.place == other.place or random


def noisy(k: int, share: float) -> Maker:
    """Place this share of the objects with their class, and the others at random."""

    def make(truth: Labels, random: np.random.Generator) -> Labels:
        in_place = random.random(len(truth)) < share
        return np.where(in_place, truth, random.integers(0, k, len(truth)))

    return make


def cut(k: int, base: Maker) -> Maker:
    """Cut a cluster in two at random."""

    def make(truth: Labels, random: np.random.Generator) -> Labels:
        labels = base(truth, random)
        return np.where((labels == 0) & (random.random(len(truth)) < 0.5), k, labels)

    return make


def merged(base: Maker) -> Maker:
    """Merge two clusters."""

    def make(truth: Labels, random: np.random.Generator) -> Labels:
        labels = base(truth, random)
        return np.where(labels == 1, 0, labels)

    return make


def at_random(k: int) -> Maker:
    """Random labels."""
    return lambda truth, random: random.integers(0, k, len(truth))


def family(random: np.random.Generator) -> tuple[Labels, dict[str, Member]]:
    """A truth of 3 to 20 classes and 60 to 2000 objects, and 3 to 8 clusterings of 2 or 3 kinds."""
    k = int(random.integers(3, 21))
    n = int(np.exp(random.uniform(np.log(max(60, 4 * k)), np.log(2000))))
    share = random.choice([0.95, 0.7, 0.3])  # good, fair, poor
    recipes = [
        ("noisy", noisy(k, share)), ("better", noisy(k, min(0.98, share + 0.1))),
        ("cut", cut(k, noisy(k, share))), ("merged", merged(noisy(k, share))),
        ("random", at_random(k)), ("random", at_random(int(random.integers(2, 2 * k + 1)))),
    ]  # fmt: skip
    chosen = random.choice(len(recipes), size=int(random.integers(2, 4)), replace=False)
    sizes = 1 / np.arange(1, k + 1) if random.random() < 0.5 else np.ones(k)
    truth = random.choice(k, size=n, p=sizes / sizes.sum())
    places = [int(chosen[j % len(chosen)]) for j in range(int(random.integers(3, 9)))]
    return truth, {
        str(j): Member(recipes[place][0], place, recipes[place][1](truth, random))
        for j, place in enumerate(places)
    }


@dataclass(frozen=True)
class Families(Case):
    """Mixed families, each with its own sizes."""

    samples: int = 200

    part = "families"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return "3 to 8 clusterings; K 3 to 20; n 60 to 2000"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Rank a family by each measure."""
        truth, members = family(random)
        sides = {name: one.labels for name, one in members.items()}
        compared = partita.compare(
            truth, sides, measures=list(MEASURES.values()), rng=seed_of(random)
        )
        held: dict[Key, bool] = {}
        for symbol, measure in MEASURES.items():
            ranking = compared.ranks(measure, draws=DRAWS)
            rows = list(ranking.differences.rows())
            alike = [row for row in rows if _pair(row, members, symbol)]
            if alike:
                held[symbol, "ranks", NO_FALSE] = not any(map(ranking.is_apart, alike))
            texts = [*best_verdict(compared, ranking)] if symbol == "ARI" else []
            agree = _letters_agree(ranking) and all(_agrees(ranking, one) for one in texts)
            if symbol != "AMI":  # AMI has no posterior
                agree = agree and _posterior_agrees(ranking, measure, truth, sides)
            held[symbol, "ranks", NO_CONTRADICTION] = agree
        return held


def _pair(row: Mapping[str, Any], members: Mapping[str, Member], symbol: str) -> bool:
    return members[row["first"]].equals(members[row["second"]], symbol)


def _letters_agree(ranking: Any) -> bool:
    """Whether letters, intervals of differences, ranks and intervals of ranks say the same."""
    own = {row["prediction"]: row for row in ranking.table.rows()}
    agree = all(row["rank_low"] <= row["rank"] <= row["rank_high"] for row in own.values())
    for row in ranking.differences.rows():
        one, other = own[row["first"]], own[row["second"]]
        apart = ranking.is_apart(row)
        agree &= apart != bool(set(one["group"]) & set(other["group"]))
        if apart:
            agree &= row["low"] > 0
            agree &= one["rank_low"] < other["rank_low"] or one["rank_high"] < other["rank_high"]
    return bool(agree)


def _agrees(ranking: Any, verdict: Any) -> bool:
    """Whether the verdict says that the best is better than all others exactly if it is."""
    best, *others = ranking.table.rows()
    alone = not any(set(best["group"]) & set(one["group"]) for one in others)
    ties = "but" in verdict.sentence or "equal" in verdict.evidence
    return alone != ties and (not alone or best["rank_high"] == 1)


def _posterior_agrees(
    ranking: Any, measure: str, truth: Labels, sides: Mapping[str, Labels]
) -> bool:
    """Whether the posterior of the first two agrees with p: not sure at p > 0.05, nor the reverse.

    A two-sided p of 0.05 corresponds to a probability of 97.5%; both are random, so the limits are
    99% and 90%.
    """
    first, second = (row["prediction"] for row in list(ranking.table.rows())[:2])
    row = next(
        row
        for row in ranking.differences.rows()
        if {row["first"], row["second"]} == {first, second}
    )
    found = partita.posterior(measure, truth, sides[first], sides[second], draws=499)
    sure, unsure = found.probability_better > 0.99, found.probability_better < 0.9
    return not (sure and row["p_value"] > 0.05) and not (unsure and row["p_value"] < 0.05)


@dataclass(frozen=True)
class Graded(Case):
    """Many clusterings of known order: each misplaces more objects than the one before."""

    many: int
    n: int
    samples: int

    part = "families"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.many} clusterings from 98 to 20% in place; K 10; n {self.n}"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check the direction of significant differences, and that distant clusterings differ."""
        truth = random.integers(0, 10, self.n)
        shares = np.linspace(0.98, 0.2, self.many)
        sides = {str(j): noisy(10, share)(truth, random) for j, share in enumerate(shares)}
        compared = partita.compare(truth, sides, measures="adjusted_rand", rng=seed_of(random))
        ranking = compared.ranks(draws=DRAWS)
        rows = filter(ranking.is_apart, ranking.differences.rows())
        apart = {(int(row["first"]), int(row["second"])) for row in rows}
        far = self.many // 2  # a difference of 40% of the objects
        return {
            ("ARI", "ranks", NO_FALSE): all(first < second for first, second in apart),
            ("ARI", "ranks", DISTANT): all(
                (first, second) in apart
                for first, second in product(range(self.many), repeat=2)
                if second - first >= far
            ),
        }


def cases() -> Iterator[Families | Graded]:
    """Mixed families, and many clusterings of known order."""
    yield Families()
    yield Graded(40, 500, 20)
    yield Graded(200, 500, 2)
