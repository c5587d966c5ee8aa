"""Definitions of rarer pair measures, as their sources print them; see `oracle`."""

from __future__ import annotations

from fractions import Fraction

from oracle import Pairs, Table, definition, mpf, pair_definition, real, root, sum_of_squares


@pair_definition(best=1, otherwise=1)
def pair_specificity(c: Pairs) -> Fraction:
    return c.apart / (c.apart + c.prediction_only)


@pair_definition(best=1, otherwise=0)
def adjusted_wallace_h(c: Pairs) -> Fraction:
    """(W - E W)/(1 - E W) for W = N11/Q, whose mean over random labels is P/M (Severiano 2011)."""
    chance = c.p / c.m
    return (c.both / c.q - chance) / (1 - chance)


@pair_definition(best=1, otherwise=0)
def adjusted_wallace_c(c: Pairs) -> Fraction:
    chance = c.q / c.m
    return (c.both / c.p - chance) / (1 - chance)


@pair_definition(best=1, otherwise=0)
def tversky(c: Pairs, alpha: float = 1.0, beta: float = 1.0) -> Fraction:
    wrong = Fraction(alpha) * c.truth_only + Fraction(beta) * c.prediction_only
    return c.both / (c.both + wrong)


@pair_definition(best=0, otherwise=1)
def adapted_rand_error(c: Pairs, alpha: float = 0.5) -> Fraction:
    return 1 - c.both / (Fraction(alpha) * c.q + (1 - Fraction(alpha)) * c.p)


@pair_definition(best=1, otherwise=1)
def pair_overlap(c: Pairs) -> Fraction:
    return c.both / min(c.p, c.q)


@pair_definition(best=1)
def blanc(c: Pairs) -> Fraction:
    """Luo et al. 2014: F of links and of non-links, each 2·right/(in the key + in the response)."""
    links = 2 * c.both / (c.p + c.q)
    others = 2 * c.apart / (c.m - c.p + c.m - c.q)
    return (links + others) / 2


@pair_definition(best=1, otherwise=0)
def kulczynski(c: Pairs) -> Fraction:
    return (c.both / c.p + c.both / c.q) / 2


@pair_definition(best=1, otherwise=-1)
def mcconnaughey(c: Pairs) -> Fraction:
    return (c.both**2 - c.truth_only * c.prediction_only) / (c.p * c.q)


@pair_definition(best=1)
def rogers_tanimoto(c: Pairs) -> Fraction:
    agreed, not_agreed = c.both + c.apart, c.truth_only + c.prediction_only
    return agreed / (agreed + 2 * not_agreed)


@pair_definition(best=1)
def gower_legendre(c: Pairs) -> Fraction:
    agreed, not_agreed = c.both + c.apart, c.truth_only + c.prediction_only
    return agreed / (agreed + not_agreed / 2)


@pair_definition(best=0, otherwise=0)
def russell_rao(c: Pairs) -> Fraction:
    return c.both / c.m


@pair_definition(best=1, otherwise=0)
def sokal_sneath_1(c: Pairs) -> Fraction:
    together = c.both / c.p + c.both / c.q
    apart = c.apart / (c.apart + c.truth_only) + c.apart / (c.apart + c.prediction_only)
    return (together + apart) / 4


@pair_definition(best=1)
def sokal_sneath_2(c: Pairs) -> Fraction:
    return c.both / (c.both + 2 * (c.truth_only + c.prediction_only))


@pair_definition(best=1, otherwise=0)
def sokal_sneath_3(c: Pairs) -> mpf:
    return real(c.both * c.apart) / root(c.p * c.q * (c.m - c.p) * (c.m - c.q))


@pair_definition(best=1, otherwise=0)
def peirce(c: Pairs) -> Fraction:
    return c.both / c.p - c.prediction_only / (c.prediction_only + c.apart)


@pair_definition(best=1, otherwise=0)
def yule_q(c: Pairs) -> Fraction:
    same, other = c.both * c.apart, c.truth_only * c.prediction_only
    return (same - other) / (same + other)


@pair_definition(best=1)
def baulieu_1(c: Pairs) -> Fraction:
    wrong = c.truth_only + c.prediction_only
    return (c.m**2 - c.m * wrong + wrong**2) / c.m**2


@pair_definition(best=0, otherwise=0)
def baulieu_2(c: Pairs) -> Fraction:
    """Mean of the product minus the product of the means, of two properties of a pair."""
    return c.both / c.m - (c.p / c.m) * (c.q / c.m)


@pair_definition()
def fager_mcgowan(c: Pairs) -> mpf:
    return real(c.both) / root(c.p * c.q) - 1 / (2 * root(c.p))


@pair_definition()
def southwood(c: Pairs) -> Fraction:
    return c.both / (c.truth_only + c.prediction_only)


@pair_definition(best=0)
def mcnemar(c: Pairs) -> mpf:
    return real(abs(c.truth_only - c.prediction_only)) / root(c.truth_only + c.prediction_only)


@definition()
def rv(t: Table) -> mpf:
    """Trace of the product of the co-membership matrices, over the roots for their squares."""
    squares = Fraction(sum_of_squares(t.a) * sum_of_squares(t.b))
    return real(Fraction(sum_of_squares(t.cells))) / root(squares)
