"""Every bad input of the catalog has the promised outcome, word for word."""

from __future__ import annotations

import bad_inputs
import pytest

CASES = [case for cases in bad_inputs.catalog().values() for case in cases]
NAMES = bad_inputs.namespace()


@pytest.fixture(scope="module")
def files():
    with bad_inputs.workplace():
        yield


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_the_promise_holds(case, files):
    assert case.promise, f"{case.call}: run python tests/support/bad_inputs.py, read what it wrote"
    assert bad_inputs.outcome(case, NAMES) == case.promise


def test_no_promise_is_nonsense():
    wrong = ("nan", "-0.0", "inf", "-inf")
    assert [case.call for case in CASES if case.promise in wrong] == []
    kinds = {case.promise.partition(":")[0] for case in CASES if ": " in case.promise}
    raised = {kind for kind in kinds if kind.endswith(("Error", "Exception", "Warning"))}
    ours = {"InputError", "OptionError", "UndefinedError", "WeightsWarning"}
    assert raised <= {*ours, "TypeError", "AttributeError"}  # errors of Python in wrong calls


def test_every_case_is_listed_once():
    assert len({(case.section, case.call) for case in CASES}) == len(CASES)
