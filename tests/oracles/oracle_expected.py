"""The expectation of a cell's information if there are too many overlaps to add.

Weights of a wide hypergeometric distribution are summed over every h-th integer. With h = sd/4 the
error is of the order exp(-2 pi² 16), about 10^-137 of the sum (Poisson's summation formula), and
less than 10^-40 of it is beyond 14 standard deviations. Numbers have 60 digits.
"""

from __future__ import annotations

from mpmath import mp, mpf

DIGITS = 60
WIDE = 10_000  # variance from which the sum is sampled


def wide_term(a: int, b: int, n: int) -> mpf:
    """Expectation of (k/n) log(nk/ab) for a hypergeometric k."""
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
    """Log of 1 / (k! (a-k)! (b-k)! (n-a-b+k)!), the weight up to a factor."""
    return -sum(mp.loggamma(1 + x) for x in (k, a - k, b - k, n - a - b + k))
