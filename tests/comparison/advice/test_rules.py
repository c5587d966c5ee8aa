"""Each rule weighs its finding against sampling error, and no rule names an algorithm."""

import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from statement_cases import APPLIES, DOES_NOT_APPLY, random_labels

import partita
from partita.comparison import compare
from partita.comparison.advice.rules import RULES
from partita.comparison.counting.treatments import NOISE
from partita.comparison.draws.gaps import Gaps
from partita.comparison.sizes.size_error import cv0_error
from partita.comparison.verdict.beyond_chance import GRADED

ALGORITHMS = re.compile(
    r"k.?means|k.?medoids|leiden|louvain|infomap|dbscan|optics|birch|ward|spectral|gaussian|mixture"
    r"|gmm|agglomerative|linkage|mean.?shift|affinity|bertopic|phenograph|\blda\b",
    re.IGNORECASE,
)


def rules(truth, prediction, **options):
    return {one.rule for one in compare(truth, prediction, **options).advice}


def classes(*sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def first_moved(truth, objects, to=1):
    found = truth.copy()
    found[:objects] = to
    return found


def cut(truth, k=3):
    """The first class in k pieces of equal size."""
    return np.where(truth == 0, 10 + np.arange(len(truth)) % k, truth)


def mixed(truth, share, k, seed):
    random = np.random.default_rng(seed)
    return np.where(random.random(len(truth)) < share, random.integers(0, k, len(truth)), truth)


def opposed(m):
    """One clustering merges two small classes, the other cuts a part from a large one."""
    truth = classes(19 * m, 19 * m, m, m)
    return truth, {"merged": np.where(truth == 3, 2, truth), "cut": first_moved(truth, 2 * m, 9)}


def skewed(worse):
    truth = classes(900, 50, 30, 20)
    return truth, {"a": first_moved(truth, 40), "b": first_moved(truth, 40 + worse, 2)}


def marked(m):
    """One clustering has m wrong objects and 3 m with the label -1, the other 2 m wrong ones."""
    truth = np.arange(100 * m) % 4
    first = first_moved(truth, 0)
    first[: 4 * m] = np.where(np.arange(4 * m) < m, (truth[: 4 * m] + 1) % 4, -1)
    second = truth.copy()
    second[-2 * m :] = (truth[-2 * m :] + 1) % 4
    return truth, {"first": first, "second": second}


def noise(objects, noise_as):
    truth = np.arange(400) % 4
    found = mixed(truth, 0.3, 4, 0)
    found[:objects] = -1
    return truth, found, {"noise": -1, "noise_as": noise_as}


def finer(n):
    """Two clusters, of which one is right, and a cluster for each object."""
    truth, random = np.repeat([0, 1, 2], n // 3), partial(random_labels, n=n)
    return truth, {"few": np.where(random(2, seed=1), truth, random(3)), "ids": range(n)}


def in_pairs(n, share):
    """Labels of which this share is distinct."""
    return np.arange(n) % 2, np.arange(n) % round(share * n)


# The same effect in data that establish it, and in data in which it may be sampling error.
TWINS = {
    "imbalanced classes": (
        lambda: (classes(170, 20, 20, 20), classes(170, 20, 20, 20)),  # CV0 = 1.30
        lambda: (classes(16, 3, 3, 3), classes(16, 3, 3, 3)),  # CV0 = 1.04
    ),
    "uniform effect": (
        lambda: (classes(170, 20, 20, 20), cut(classes(170, 20, 20, 20))),
        lambda: (classes(16, 2, 2, 2), cut(classes(16, 2, 2, 2))),
    ),
    "close scores": (lambda: skewed(8), lambda: skewed(200)),
    "no better than chance": (
        lambda: (np.arange(60) % 3, mixed(np.arange(60) % 3, 0.9, 3, 1)),
        lambda: (np.arange(6000) % 3, mixed(np.arange(6000) % 3, 0.9, 3, 0)),
    ),
    "chance": (
        lambda: (np.arange(400) % 20, mixed(np.arange(400) % 20, 0.3, 20, 0)),
        lambda: (np.arange(400) % 3, mixed(np.arange(400) % 3, 0.3, 3, 0)),
    ),
    "measures disagree": (lambda: opposed(20), lambda: opposed(1)),
    "label -1 decides": (lambda: marked(10), lambda: marked(1)),
    "noise": (lambda: noise(40, "singletons"), lambda: noise(3, "singletons")),
    "left out": (lambda: noise(40, "drop"), lambda: noise(2, "drop")),
    "nearly continuous labels": (lambda: in_pairs(200, 0.7), lambda: in_pairs(10, 0.7)),
    "more clusters, more V": (lambda: finer(300), lambda: finer(24)),
    # Rosenberg and Hirschberg (2007), Figure 2, with 15 objects as printed: too few
    "matching problem": (APPLIES["matching problem"], DOES_NOT_APPLY["matching problem"]),
    "small sample": (  # V of 1 has no bias
        lambda: (np.arange(200) % 4, mixed(np.arange(200) % 4, 0.4, 4, 1)),
        lambda: (np.arange(24) % 3, np.arange(24) % 3),
    ),
}
# These count what is there: labels, groups, objects that differ. test_statements.py has a case and
# a twin of each.
COUNTS = {
    "label -1", "label -1 in the truth", "same clustering", "few objects differ", "few objects",
    "few groups", "one group",
}  # fmt: skip


def test_every_rule_has_a_twin_within_sampling_error_or_counts() -> None:
    assert {rule.name for rule in RULES} == COUNTS | set(TWINS)
    assert not COUNTS & set(TWINS)


@pytest.mark.parametrize("name", TWINS)
def test_a_rule_applies_to_its_case_and_not_within_sampling_error(name):
    for example, applies in zip(TWINS[name], (True, False), strict=True):
        truth, prediction, *options = example()
        assert (name in rules(truth, prediction, **dict(*options))) is applies


@pytest.mark.parametrize("k", [2, 10, 40])
def test_random_labels_are_no_better_than_chance_for_any_number_of_clusters(k):
    """At a level of 5%, three or more of eight exceed chance in one of 170 runs."""
    found = 0
    for seed in range(8):
        random = np.random.default_rng([seed, k])
        labels = random.integers(0, 4, 120), random.integers(0, k, 120)
        found += "no better than chance" in rules(*labels, measures="rand")
    assert found >= 6


def test_a_finding_of_all_clusterings_is_one_paragraph():
    random = np.random.default_rng(0)
    truth = random.integers(0, 4, 500)
    (found,) = (
        one
        for one in compare(truth, {f"r{k}": random.integers(0, 4, 500) for k in range(4)}).advice
        if one.rule == "no better than chance"
    )
    assert all(f"r{k} (adjusted_rand" in found.finding for k in range(4))


def test_the_page_says_what_every_rule_asks():
    page = (Path(__file__).parents[3] / "docs" / "advice.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| ([a-zA-Z1, -]+) \| (?!it applies)", page, re.MULTILINE) == [
        rule.name for rule in RULES
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_no_rule_names_an_algorithm(rule):
    """The advice does not know what made the labels."""
    assert not ALGORITHMS.search(f"{rule.finding} {rule.each} {rule.recommendation}")


def test_clusterings_no_better_than_chance_are_not_compared():
    """By chance alone, 20 clusters have more homogeneity than 4, and less completeness."""
    random = np.random.default_rng(1)
    truth = random.integers(0, 4, 500)
    found = rules(truth, {str(k): random.integers(0, k, 500) for k in (4, 20)})
    assert found == {"no better than chance", "chance"}


@pytest.mark.parametrize("name", APPLIES)
def test_no_advice_names_an_algorithm(name):
    truth, prediction, *options = APPLIES[name]()
    assert not ALGORITHMS.search(
        " ".join(map(str, compare(truth, prediction, **dict(*options)).advice))
    )


N = 80
RANDOM = np.random.default_rng(3)
TRUTH = RANDOM.integers(0, 3, N)
ONE = np.where(RANDOM.random(N) < 0.3, -1, mixed(TRUTH, 0.2, 3, 5))
OTHER = mixed(TRUTH, 0.3, 3, 6)


def gap(measure, treatment, kept):
    options = {"noise": -1, "noise_as": treatment} if treatment else {"noise": {}}
    score = getattr(partita, measure)
    return score(TRUTH[kept], ONE[kept], **options) - score(TRUTH[kept], OTHER[kept])


def jackknife(of):
    """Efron's formula, without one object at a time."""
    values = np.array([of(np.delete(np.arange(N), place)) for place in range(N)])
    return ((N - 1) / N * ((values - values.mean()) ** 2).sum()) ** 0.5


def test_standard_errors_under_treatments_leave_out_each_object():
    gaps = Gaps(compare(TRUTH, {"a": ONE, "b": OTHER}).counted)
    for policy, treatment in NOISE.items():
        found, of = gaps.under(treatment).gap(GRADED, "a", "b"), partial(gap, GRADED, policy)
        assert found.size == pytest.approx(of(np.arange(N)), abs=1e-12)
        assert found.error == pytest.approx(jackknife(of))
    shift = gaps.under(NOISE["drop"]).shift(gaps.under(NOISE["cluster"]), GRADED, "a", "b")
    assert shift.error == pytest.approx(
        jackknife(lambda kept: gap(GRADED, "drop", kept) - gap(GRADED, "cluster", kept))
    )


def test_the_error_of_a_contrast_of_measures_leaves_out_each_object():
    gaps = Gaps(compare(TRUTH, {"a": ONE, "b": OTHER}).counted)
    found = gaps.contrast(("v_measure", "f_measure"), "a", "b")
    assert found.error == pytest.approx(
        jackknife(lambda kept: gap("v_measure", None, kept) - gap("f_measure", None, kept))
    )


def test_errors_under_treatments_of_groups_are_close_to_leaving_out_each_group():
    """They are exact to first order; with 40 groups of two objects the rest is a few percent."""
    units = np.arange(N) // 2
    gaps = Gaps(compare(TRUTH, {"a": ONE, "b": OTHER}, groups=units).counted)
    found = gaps.under(NOISE["drop"]).gap(GRADED, "a", "b").error
    values = np.array([gap(GRADED, "drop", np.flatnonzero(units != unit)) for unit in range(40)])
    exact = (39 / 40 * ((values - values.mean()) ** 2).sum()) ** 0.5
    assert found == pytest.approx(exact, rel=0.1)


def test_the_error_of_cv0_leaves_out_each_object():
    truth = classes(40, 20, 12, 8)
    (one,) = compare(truth, OTHER, measures="rand").counted.values()

    def cv0(kept):
        sizes = np.unique(truth[kept], return_counts=True)[1]
        return sizes.std(ddof=1) / sizes.mean()

    assert cv0_error(one) == pytest.approx(jackknife(cv0), rel=1e-10)
