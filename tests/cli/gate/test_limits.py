"""Limits of `--fail-under` as checks; their messages and statuses are in test_score."""

import json


def test_limits_and_changes_are_checks_of_one_gate(file, score, main_json):
    options = ("--fail-under", "ARI=0.99", "VI=9", "--baseline", main_json, "--format", "json")
    status, out, err = score(file, "near", *options)
    found = json.loads(out)["checks"]
    assert status == 1
    assert [one["demand"] for one in found] == ["at least 0.99", "at most 9", "no certain loss"]
    assert [one["passed"] for one in found] == [False, True, True]
    assert found[0]["limit"] == 0.99
    assert err.count("partita: ") == 1
    assert err.startswith("partita: adjusted_rand of near is 0.")
