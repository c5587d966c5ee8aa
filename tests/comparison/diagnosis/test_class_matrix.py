"""The table of classes by clusterings: best matches by F, the hardest class first."""

import numpy as np
import pytest

import partita

TRUTH = ["a"] * 6 + ["b"] * 3 + ["c"] * 3
GOOD = [1] * 6 + [2] * 3 + [3, 3, 2]
POOR = [1] * 9 + [2, 1, 2]


def test_rows_are_the_best_matches_by_hand():
    found = partita.compare(TRUTH, {"poor": POOR, "good": GOOD}).class_matrix()
    rows = [tuple(row.values()) for row in found.rows()]
    # F = 2 n_ij / (a_i + b_j); clusters of poor: 10 and 2 objects, of good: 6, 4 and 2
    assert rows == [
        ("c", 3, "good", 3, pytest.approx(4 / 5), pytest.approx(4 / 5), False),
        ("c", 3, "poor", 2, pytest.approx(4 / 5), pytest.approx(4 / 5), False),
        ("b", 3, "good", 2, pytest.approx(6 / 7), pytest.approx(6 / 7), False),
        ("b", 3, "poor", 1, pytest.approx(6 / 13), pytest.approx(6 / 7), False),
        ("a", 6, "good", 1, 1.0, 1.0, False),
        ("a", 6, "poor", 1, pytest.approx(12 / 16), 1.0, False),
    ]


def test_agrees_with_the_diagnosis_of_each_clustering():
    rng = np.random.default_rng(5)
    truth, one, two = rng.integers(0, 9, (3, 400))
    comparison = partita.compare(truth, {"one": one, "two": two})
    every = {(row["prediction"], row["class"]): row for row in comparison.class_matrix().rows()}
    assert len(every) == 18
    for name in comparison.predictions:
        for row in comparison.classes(name).rows():
            found = every[name, row["class"]]
            assert (found["match"], found["f"]) == (row["match"], row["f"])
    assert all(row["missed"] == (row["best"] < 0.5) for row in every.values())


def test_limit_keeps_the_classes_with_most_objects_unaccounted_for():
    truth = ["big"] * 40 + ["small"] * 4 + ["found"] * 10
    prediction = [k % 8 for k in range(40)] + [0, 1, 2, 3] + [9] * 10
    comparison = partita.compare(truth, {"p": prediction, "q": prediction})
    assert set(comparison.class_matrix(limit=1)["class"]) == {"big"}
    assert comparison.class_matrix()["class"].tolist()[:2] == ["small", "small"]  # the hardest
    with pytest.raises(partita.InputError, match="limit"):
        comparison.class_matrix(limit=0)


def test_noise_and_soft_clusterings_have_no_row():
    memberships = np.array([[0.9, 0.1]] * 6 + [[0.2, 0.8]] * 6)
    soft = partita.soft.Fuzzy(memberships)
    found = partita.compare(TRUTH, {"soft": soft, "good": GOOD}).class_matrix()
    assert set(found["prediction"]) == {"good"}
    noisy = [*TRUTH[:-2], "?", "?"]
    rows = partita.compare(noisy, GOOD, noise="?").class_matrix()
    assert rows["class"].tolist() == ["c", "b", "a"]


def test_order_and_best_follow_the_leading_measure():
    comparison = partita.compare(TRUTH, {"poor": POOR, "good": GOOD})
    assert (comparison.leading.label, comparison.order) == ("adjusted_rand", ("good", "poor"))
    assert comparison.best == "good"
    lower = partita.compare(
        TRUTH, {"poor": POOR, "good": GOOD}, measures=["variation_of_information"]
    )
    assert (lower.leading.label, lower.best) == ("variation_of_information", "good")
