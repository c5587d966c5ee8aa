"""Changes since a baseline: the paired difference, what it is called, and how often it is wrong."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from gate_files import table, write
from scipy.stats import binom

import partita
from partita.cli.gate.changes import compared
from partita.cli.gate.plan import OUTCOMES, Plan
from partita.inference.sampling.pairing import paired
from partita.measures.chosen import choose_all


def checks(out):
    return json.loads(out)["checks"]


def test_the_interval_is_that_of_the_package(file, score, main_json):
    """The level is corrected for two comparisons: 1 - 0.05 / 2."""
    measures = ("adjusted_rand", "v_measure")
    options = ("--measure", *measures, "--seed", "5", "--format", "json")
    _, out, _ = score(file, "near", *options, "--baseline", main_json)
    columns = table()
    truth, now, before = (columns[name] for name in ("truth", "near", "old"))
    for measure, found in zip(measures, checks(out), strict=True):
        same = partita.difference(measure, truth, now, before, confidence=0.975, rng=5)
        assert (found["low"], found["high"]) == same.interval
        assert found["difference"] == same.value
        assert found["p_value"] == same.p_value
        assert found["before"] == getattr(partita, measure)(truth, before)
        assert found["now"] == getattr(partita, measure)(truth, now)


def test_a_certain_loss_fails_and_a_gain_does_not(file, score, main_json, tmp_path):
    status, out, err = score(file, "worse", "--baseline", main_json)
    assert status == 1
    assert "Changes since the baseline" in out
    assert err.startswith("partita: adjusted_rand of worse went from 0.")
    assert err.endswith(": certain loss\n")
    path = str(tmp_path / "worse.json")
    score(file, "worse", "--write-baseline", path)
    status, out, err = score(file, "old", "--baseline", path)
    assert (status, err) == (0, "")
    assert "certain gain" in out


def test_the_same_partition_is_no_change(file, score, main_json):
    status, out, _ = score(file, "same", "--baseline", main_json, "--format", "json")
    (found,) = checks(out)
    assert status == 0
    assert (found["difference"], found["outcome"]) == (0.0, "no clear change")
    assert found["found"].startswith("is still ")


def test_a_margin_accepts_losses(file, score, main_json):
    assert score(file, "worse", "--baseline", main_json, "--margin", "0.05")[0] == 1
    status, out, _ = score(
        file, "worse", "--baseline", main_json, "--margin", "0.9", "--format", "json"
    )
    (found,) = checks(out)
    assert (status, found["passed"], found["margin"]) == (0, True, 0.9)
    assert found["demand"] == "no certain loss beyond 0.9"
    assert found["outcome"] == "accepted loss"  # a certain loss, as the first call says
    assert found["high"] < 0


def test_lower_is_better_for_distances(file, score, main_json):
    status, _, err = score(file, "worse", "--measure", "VI", "--baseline", main_json)
    assert status == 1
    assert "by +" in err
    assert err.endswith(": certain loss\n")


def test_whole_groups_are_drawn(file, score, main_json):
    options = ("--groups", "donor", "--format", "json", "--baseline", main_json)
    (found,) = checks(score(file, "near", *options)[1])
    columns = table()
    same = partita.difference(
        "adjusted_rand",
        *(columns[name] for name in ("truth", "near", "old")),
        groups=columns["donor"],
    )
    assert (found["low"], found["high"]) == same.interval


def labels(random, n, share):
    """A truth of four classes, and two clusterings with this share of objects in place."""
    truth = random.integers(0, 4, n)
    sides = (np.where(random.random(n) < share, truth, random.integers(0, 4, n)) for _ in "ab")
    return truth, *sides


@pytest.mark.parametrize(("fail_on", "share"), [("certain", 0.025), ("likely", 0.1)])
def test_runs_without_a_loss_fail_as_rarely_as_the_gate_says(fail_on, share):
    """200 runs of equally good clusterings; a gate that fails more often would show here.

    benchmarks/results/coverage.md has more cases and samples.
    """
    measures = choose_all(["adjusted_rand", "v_measure"])
    plan = Plan(0.95, fail_on=fail_on)
    assert plan.false_failures == pytest.approx(share)
    random = np.random.default_rng(22)
    failed = 0
    for seed in range(200):
        pair = paired(*labels(random, 150, 0.8), None)
        found = compared(pair, measures, plan._replace(seed=seed), len(measures))
        failed += any(plan.fails(outcome) for _, outcome in found)
    assert failed <= binom.ppf(0.999, 200, share)


def test_the_gate_finds_losses():
    """With a loss of a third of the objects, nearly every run fails."""
    random = np.random.default_rng(0)
    measures, plan = choose_all(["adjusted_rand"]), Plan(0.95)
    for _ in range(20):
        truth, before, _ = labels(random, 150, 0.9)
        now = np.where(random.random(150) < 1 / 3, random.integers(0, 4, 150), before)
        ((_, outcome),) = compared(paired(truth, now, before, None), measures, plan, 1)
        assert outcome == "certain loss"


def test_a_likely_loss_fails_only_if_asked():
    certain, likely = Plan(0.95), Plan(0.95, fail_on="likely")
    assert [certain.fails(one) for one in OUTCOMES] == [True] + [False] * 5
    assert [likely.fails(one) for one in OUTCOMES] == [True] * 2 + [False] * 4


def test_too_few_draws_are_refused(file, score, main_json):
    """With 9 draws no p is below 2/10, and an interval of 95% needs 0.05."""
    status, _, err = score(file, "worse", "--baseline", main_json, "--draws", "9")
    assert status == 2
    assert "--draws 9: a certain loss needs at least 39 draws here; leave --draws out" in err
    assert score(file, "worse", "--baseline", main_json, "--draws", "39")[0] == 1


def test_values_under_chance_and_all_measures_are_refused(file, score, main_json):
    status, _, err = score(file, "old", "--measure", "all", "--baseline", main_json)
    assert status == 2
    assert "--baseline with --measure all finds hardly any loss" in err
    asked = ("--measure", "expected_mutual_information", "--baseline", main_json)
    status, _, err = score(file, "old", *asked)
    assert status == 2
    assert "neither direction is a loss" in err


def test_the_published_simulation_counts_the_gate_and_its_promise(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[3] / "benchmarks" / "coverage")
    import gates

    assert list(gates.HIGHEST.values()) == pytest.approx([0.025, 0.1])
    sys.modules.pop("gates")


def test_objects_without_a_label_in_either_run_are_left_out(file, score, tmp_path):
    """With --missing drop each run counts the objects that it labels; both count the rest."""
    columns = table()
    columns["old"][:15] = [""] * 15
    before, kept = write(tmp_path / "before.csv", columns), str(tmp_path / "kept.json")
    assert score(before, "old", "--missing", "drop", "--write-baseline", kept)[0] == 0
    columns["near"][10:30] = [""] * 20
    now = write(tmp_path / "now.csv", columns)
    options = ("--missing", "drop", "--baseline", kept, "--seed", "5", "--format", "json")
    (found,) = checks(score(now, "near", *options)[1])
    truth, near, old = (columns[name][30:] for name in ("truth", "near", "old"))
    same = partita.difference("adjusted_rand", truth, near, old, confidence=0.95, rng=5)
    assert (found["low"], found["high"]) == same.interval
    assert found["before"] == partita.adjusted_rand(truth, old)
    assert found["now"] == partita.adjusted_rand(truth, near)


def test_runs_without_a_common_object_are_refused(score, tmp_path):
    columns, kept = table(), str(tmp_path / "kept.json")
    columns["old"] = [*columns["old"][:100], *[""] * 100]
    columns["near"] = [*[""] * 100, *columns["near"][100:]]
    file = write(tmp_path / "halves.csv", columns)
    assert score(file, "old", "--missing", "drop", "--write-baseline", kept)[0] == 0
    status, _, err = score(file, "near", "--missing", "drop", "--baseline", kept)
    assert status == 2
    assert "no object has a label in both runs: write the baseline again" in err
