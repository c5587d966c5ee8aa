"""Measures that are a ratio of two affine functions of sums over the table, with one side hard.

With A = Σ φ(n_ij) and B = Σ φ(b_j), b_j the sizes on the other side, the Rand and the adjusted Rand
index, Jaccard and pair precision, recall and F are ratios for φ(t) = t²; V, homogeneity,
completeness, mutual information and its variation are ratios for φ(t) = t log t.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import e, log
from typing import TypeVar

from ...base.arrays import Counts, Floats
from ...base.checks import beta_of
from ...measures.chosen import Chosen
from ..two_sides.from_sums import pair_counts, x_log_x

Sums = TypeVar("Sums", float, Floats)


@dataclass(frozen=True)
class Affine:
    """cells·A + sizes·B + rest."""

    cells: float
    sizes: float
    rest: float

    def __add__(self, other: Affine) -> Affine:
        return Affine(self.cells + other.cells, self.sizes + other.sizes, self.rest + other.rest)

    def __mul__(self, factor: float) -> Affine:
        return Affine(factor * self.cells, factor * self.sizes, factor * self.rest)

    def __sub__(self, other: Affine) -> Affine:
        return self + other * -1.0

    def of(self, cells: Sums, sizes: Sums) -> Sums:
        """Return the value at A and B, numbers or arrays."""
        return self.cells * cells + self.sizes * sizes + self.rest

    @property
    def constant(self) -> bool:
        """Whether it depends on neither sum."""
        return self.cells == 0 == self.sizes


@dataclass(frozen=True)
class AffineRatio:
    """A measure as above/below; `below` is positive wherever the measure is defined."""

    squares: bool  # φ(t) = t², otherwise t log t
    above: Affine
    below: Affine

    def of(self, cells: float, sizes: float) -> float:
        """Return the value at A and B."""
        return self.above.of(cells, sizes) / self.below.of(cells, sizes)


def ratio_of(chosen: Chosen, known: Counts, *, truth_hard: bool) -> AffineRatio | None:
    """Return the measure as a ratio; `known` are the group sizes of the hard side.

    None if it is not known as one.
    """
    if not chosen.measure.ours or not known.sum() > 1:
        return None
    if chosen.statistic == "pairs":
        return _of_pairs(chosen, known, truth_hard=truth_hard)
    if chosen.statistic == "information":
        return _of_information(chosen, known, truth_hard=truth_hard)
    return None


def _of_pairs(chosen: Chosen, known: Counts, *, truth_hard: bool) -> AffineRatio | None:
    """With S pairs together on both sides, P in the truth and Q in the prediction, M in all."""
    n = int(known.sum())
    pairs = Affine(0.0, 0.0, n * (n - 1) / 2)
    fixed = Affine(0.0, 0.0, float((known * (known - 1)).sum()) / 2)
    random = Affine(0.0, 0.5, -n / 2)
    s, (p, q) = Affine(0.5, 0.0, -n / 2), (fixed, random) if truth_hard else (random, fixed)
    name, options = chosen.measure.name, {**chosen.measure.options, **chosen.options}
    if name in _AGREEMENT:  # affine in the pairs that only one side has together
        everything = n * n
        none = chosen.read(pair_counts(n, everything, n, n))
        perfect = chosen.read(pair_counts(n, n, n, n))
        slope = (none - perfect) / pairs.rest
        return AffineRatio(True, (p + q - s * 2) * slope + pairs * (perfect / pairs.rest), _ONE)
    if name == "adjusted_rand":
        chance = random * (fixed.rest / pairs.rest)
        return AffineRatio(True, s - chance, (p + q) * 0.5 - chance)
    if name == "pair_f_measure":
        first, second = 1.0, beta_of(options["beta"]) ** 2
        return AffineRatio(True, s * (first + second), q * first + p * second)
    ratios = {
        "jaccard": (s, p + q - s),
        "pair_precision": (s, q),
        "pair_recall": (s, p),
        "russell_rao": (s, pairs),
    }
    return AffineRatio(True, *ratios[name]) if name in ratios else None


_ONE = Affine(0.0, 0.0, 1.0)
_AGREEMENT = ("rand", "mirkin", "normalized_mirkin", "hubert_gamma_prime")


def _of_information(chosen: Chosen, known: Counts, *, truth_hard: bool) -> AffineRatio | None:
    """With the entropies of both sides and their mutual information I, in nats."""
    n, name = int(known.sum()), chosen.measure.name
    options = {**chosen.measure.options, **chosen.options}
    fixed = Affine(0.0, 0.0, log(n) - x_log_x(known) / n)
    random = Affine(0.0, -1 / n, log(n))
    mutual = Affine(1 / n, -1 / n, fixed.rest)
    truth, prediction = (fixed, random) if truth_hard else (random, fixed)
    if name == "v_measure":
        beta = beta_of(options["beta"])
        return AffineRatio(False, mutual * (1 + beta), truth + prediction * beta)
    if name == "normalized_mutual_information" and options["average"] == "arithmetic":
        return AffineRatio(False, mutual * 2.0, truth + prediction)
    nats = Affine(0.0, 0.0, log(options.get("base") or e))
    ratios: dict[str, Callable[[], tuple[Affine, Affine]]] = {
        "homogeneity": lambda: (mutual, truth),
        "completeness": lambda: (mutual, prediction),
        "mutual_information": lambda: (mutual, nats),
        "variation_of_information": lambda: (truth + prediction - mutual * 2.0, nats),
    }
    return AffineRatio(False, *ratios[name]()) if name in ratios else None
