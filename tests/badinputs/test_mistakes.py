"""The page of errors: every mistake has the answer of the page, and the remedy in it works."""

import bad_inputs
import mistakes
import pytest

PAGE = mistakes.PAGE.read_text("utf-8")
MISTAKES = mistakes.read(PAGE)
NAMES = mistakes.namespace(PAGE)


@pytest.fixture(scope="module", autouse=True)
def _workplace():
    with bad_inputs.workplace():
        yield


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.title)
def test_a_mistake_is_answered_with_a_remedy_that_works(mistake):
    assert mistake.happens(NAMES) == mistake.answer, "run python tests/support/mistakes.py"
    assert mistake.named, "mark the remedy in the answer: **remedy**"
    assert mistake.remedied(NAMES) == "exit 0"


def test_every_heading_is_a_mistake():
    assert len(MISTAKES) == PAGE.count("\n### ") >= 40
