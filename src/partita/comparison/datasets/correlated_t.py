"""The Bayesian correlated t-test of Benavoli et al. (2017), for scores on overlapping samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np

from ...base.checks import confidence_of, real
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.shown import Shown
from ...base.wording import level_text, number_text, show
from ..counting.columns import Columns
from ..runs.posterior import probabilities


@dataclass(frozen=True)
class CorrelatedT(Shown):
    """The posterior of a mean difference from correlated differences: Student's t."""

    value: float  #: mean of the differences
    low: float  #: lower end of the credible interval
    high: float  #: upper end of the credible interval
    error: float  #: scale of the posterior
    freedom: int  #: degrees of freedom
    first_better: float  #: probability that the first is better by more than the margin
    equivalent: float  #: probability that they differ by no more than the margin
    second_better: float  #: probability that the second is better by more than the margin
    margin: float  #: differences that do not matter
    correlation: float  #: of the differences
    confidence: float  #: level of the interval
    references: tuple[str, ...] = ("benavoli2017", "nadeau2003")  #: keys of references.bib

    def __str__(self) -> str:
        return (
            f"mean difference {number_text(self.value)}, {level_text(self.confidence)} interval "
            f"{number_text(self.low)} to {number_text(self.high)}; probabilities: first better "
            f"{self.first_better:.3f}, equivalent within {self.margin:g} {self.equivalent:.3f}, "
            f"second better {self.second_better:.3f} (Bayesian correlated t-test, correlation "
            f"{self.correlation:g})"
        )


@explain_keywords
def correlated_t(
    differences: Iterable[float],
    *,
    correlation: float,
    margin: float = 0.0,
    confidence: float = 0.95,
) -> CorrelatedT:
    """Compare two methods by their differences on overlapping samples of one data set.

    The mean of n differences with correlation ρ has the variance (1/n + ρ/(1 - ρ)) s², not s²/n
    (Nadeau and Bengio 2003). For several runs on the same objects, `compare_runs` estimates the
    correlation, and its `probabilities` give the same posterior.

    Parameters
    ----------
    differences
        Score of the first method minus score of the second, for each fold or sample.
    correlation
        Correlation of the differences: for cross-validation the share of the objects that are
        tested, 1/k with k folds.
    margin
        Differences that do not matter.
    confidence
        Level of the interval.

    Returns
    -------
    CorrelatedT
        The posterior, with the probability that both are practically equivalent.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita.comparison import correlated_t
    >>> print(correlated_t([0.03, 0.01, 0.04, 0.02, 0.05], correlation=0.2, margin=0.01))
    mean difference 0.0300, 95% interval 0.0006 to 0.0594; probabilities: first better 0.934, equivalent within 0.01 0.056, second better 0.010 (Bayesian correlated t-test, correlation 0.2)
    """  # noqa: E501 - a sentence is one line
    from scipy.special import stdtrit

    rho, level = real(correlation), confidence_of(confidence)
    if rho is None or not 0 <= rho < 1:
        raise InputError(
            f"correlation must be a number from 0 to below 1, such as 1/k; got {show(correlation)}"
        )
    values = _read(differences)
    count = len(values)
    spread = float(values.var(ddof=1))
    if not spread:
        raise InputError(
            f"all {count} differences are {values[0]:g}: nothing varies, so there is no posterior"
        )
    error = sqrt((1 / count + rho / (1 - rho)) * spread)
    value, freedom = float(values.mean()), count - 1
    names = {"first": ["first"], "second": ["second"]}
    posterior = Columns({**names, "value": [value], "error": [error], "freedom": [freedom]})
    shares = probabilities(posterior, margin).row(0)
    reach = float(stdtrit(freedom, (1 + level) / 2)) * error
    return CorrelatedT(
        value=value, low=value - reach, high=value + reach, error=error, freedom=freedom,
        margin=float(margin), correlation=rho, confidence=level,
        **{key: shares[key] for key in ("first_better", "equivalent", "second_better")},
    )  # fmt: skip


def _read(differences: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    numbers = []
    for place, one in enumerate(differences):
        number = real(one)
        if number is None or not -inf < number < inf:
            raise InputError(f"differences[{place}] must be a finite number; got {show(one)}")
        numbers.append(number)
    if len(numbers) < 2:
        raise InputError(f"differences holds {len(numbers)} numbers; pass at least two")
    return np.array(numbers, dtype=np.float64)
