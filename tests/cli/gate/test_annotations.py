"""Failed checks as commands of GitHub Actions: one line each, whatever the names hold."""

from hostile import HOSTILE

from partita.cli.gate.annotations import lines
from partita.cli.gate.checks import Check

FAILED = Check("ward", "rand", "at least 0.8", "is 0.7500, worse than 0.8", passed=False)


def test_a_line_for_each_failed_check():
    passed = FAILED._replace(passed=True)
    (found,) = lines([passed, FAILED], "labels.csv")
    place, _, message = found.removeprefix("::").partition("::")
    assert place == "error file=labels.csv,title=rand of ward%3A at least 0.8"
    assert message == "rand of ward is 0.7500, worse than 0.8"
    assert next(lines([FAILED], None)).startswith("::error title=rand of ward")


def test_signs_with_a_meaning_are_escaped():
    """https://docs.github.com/en/actions: %, line ends, and in properties colons and commas."""
    found = next(lines([FAILED._replace(prediction="a,b:c%")], "x,y.csv"))
    assert found.startswith("::error file=x%2Cy.csv,title=rand of a%2Cb%3Ac%25%3A at least 0.8::")
    assert "::rand of a,b:c%25 is" in found


def test_hostile_names_stay_on_the_line():
    for name in HOSTILE.values():
        found = next(lines([FAILED._replace(prediction=name)], name))
        assert found.startswith("::error file=")
        assert found.isprintable()
