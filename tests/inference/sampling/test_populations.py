"""Errors of samples from a population are subtracted from a value."""

from __future__ import annotations

import numpy as np
import pytest

from partita.inference.sampling.populations import bias_between, without_error


def test_errors_are_subtracted() -> None:
    errors = np.linspace(0.0, 1.0, 9999)
    assert bias_between(errors) == pytest.approx(0.25)
    assert without_error(5.0, errors, 0.95) == pytest.approx((5 - 0.975, 5 - 0.025), abs=1e-3)
