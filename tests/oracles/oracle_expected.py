"""The expectation of a cell's information where there are too many overlaps to add up.

Weights of a wide hypergeometric law are summed on every h-th integer: with h = sd/4 what is left
out is of the order exp(-2 pi² 16), some 10^-137 of the whole (Poisson's summation formula), and
beyond 14 standard deviations there is less than 10^-40 of it. Numbers carry 60 digits.
"""

from __future__ import annotations

from mpmath import mp, mpf

DIGITS = 60
WIDE = 10_000  # variances from here on are sampled


def wide_term(a: int, b: int, n: int) -> mpf:
    """Expectation of (k/n) log(nk/ab), k hypergeometric."""
    with mp.workdps(DIGITS):
        mean = mpf(a) * b / n
        variance = mean * (n - a) * (n - b) / n / (n - 1)
        deviation = mp.sqrt(variance)
        step = mp.floor(deviation / 4) if variance >= WIDE else mpf(1)
        reach = 14 * deviation if variance >= WIDE else 14 * deviation + 120
        first = max(0, a + b - n, int(mean - reach))
        last = min(a, b, int(mean + reach))
        reference = _log_weight(mp.floor(mean), a, b, n)
        weights, sum_ = mpf(0), mpf(0)
        k = mpf(first)
        while k <= last:
            weight = mp.exp(_log_weight(k, a, b, n) - reference)
            weights += weight
            if k:
                sum_ += weight * k * mp.log(k / mean)
            k += step
        return sum_ / weights / n


def _log_weight(k: mpf, a: int, b: int, n: int) -> mpf:
    """Log of 1 / (k! (a-k)! (b-k)! (n-a-b+k)!), which is the weight up to a factor."""
    return -sum(mp.loggamma(1 + x) for x in (k, a - k, b - k, n - a - b + k))
