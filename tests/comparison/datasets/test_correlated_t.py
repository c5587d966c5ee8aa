"""The Bayesian correlated t-test, against its formula by scipy.stats."""

import numpy as np
import pytest
from scipy.stats import t as student

from partita import InputError
from partita.comparison import correlated_t

DIFFERENCES = [0.03, -0.01, 0.04, 0.02, 0.05, 0.00, 0.01, 0.03, 0.02, 0.04]


@pytest.mark.parametrize(("correlation", "margin"), [(0.1, 0.01), (0.5, 0.0), (0.0, 0.03)])
def test_the_posterior_is_students_t(correlation, margin):
    # Benavoli et al. (2017): t with n - 1 degrees of freedom around the mean, with the scale
    # (1/n + ρ/(1 - ρ)) s² of Nadeau and Bengio (2003)
    x = np.array(DIFFERENCES)
    scale = np.sqrt((1 / 10 + correlation / (1 - correlation)) * x.var(ddof=1))
    posterior = student(9, loc=x.mean(), scale=scale)
    found = correlated_t(DIFFERENCES, correlation=correlation, margin=margin)
    assert (found.value, found.error, found.freedom) == pytest.approx((x.mean(), scale, 9))
    assert (found.low, found.high) == pytest.approx(posterior.interval(0.95))
    assert found.second_better == pytest.approx(posterior.cdf(-margin))
    assert found.equivalent == pytest.approx(posterior.cdf(margin) - posterior.cdf(-margin))
    assert found.first_better == pytest.approx(posterior.sf(margin))


def test_it_prints_a_sentence_and_a_card():
    found = correlated_t(np.array(DIFFERENCES), correlation=0.1, margin=0.01)
    assert str(found).endswith("(Bayesian correlated t-test, correlation 0.1)")
    assert "0.1" in found._repr_html_()


@pytest.mark.parametrize(
    ("differences", "options", "message"),
    [
        ([0.1], {}, "differences holds 1 numbers; pass at least two"),
        ([0.1, "a"], {}, r"differences\[1\] must be a finite number"),
        ([0.1, 0.1], {}, "all 2 differences are 0.1: nothing varies"),
        ([0.1, 0.2], {"correlation": 1}, "correlation must be a number from 0 to below 1"),
        ([0.1, 0.2], {"margin": -1}, "margin must be a number of at least 0"),
    ],
)
def test_errors_say_what_to_write(differences, options, message):
    with pytest.raises(InputError, match=message):
        correlated_t(differences, **{"correlation": 0.1, **options})
