"""Checks as Markdown: failed ones first, and names as code, so that they are no mention."""

from partita.cli.gate.checks import Check
from partita.cli.gate.pull_request import pull_request

PASSED = Check("@kmeans|5", "rand", "at least 0.5", "is 0.7500", passed=True)
FAILED = Check("ward", "rand", "at least 0.8", "is 0.7500, worse than 0.8", passed=False)


def test_a_table_of_the_checks_with_the_failed_ones_first():
    lines = pull_request([PASSED, FAILED], "labels.csv", ["Compared with main.json."]).splitlines()
    assert lines[0] == "### Clusterings in <code>labels.csv</code>: 1 of 2 checks failed"
    assert lines[2] == "| result | measure | clustering | demand | found |"
    assert lines[4].startswith("| **failed** | <code>rand</code> | <code>ward</code> | at least")
    assert lines[5].startswith("| passed | <code>rand</code> | <code>@kmeans")
    assert lines[5].count("|") - lines[5].count(r"\|") == 6
    assert lines[-1] == "Compared with main.json."


def test_the_heading_says_that_all_passed():
    assert "</code>: 1 check passed\n" in pull_request([PASSED], "labels.csv", [])
