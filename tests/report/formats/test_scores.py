"""Tables of scores, and the remarks below them."""

from __future__ import annotations

import numpy as np

from partita import compare
from partita.report.formats.scores import Scores, remarks


def test_remarks_on_intervals_name_the_measures_concerned():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 500)
    prediction = np.where(rng.random(500) < 0.5, truth, rng.integers(0, 5, 500))
    asked = ["rand", "f_measure", "basic_merge_distance"]
    text = "\n".join(remarks(compare(truth, {"a": prediction}, measures=asked, confidence=0.95)))
    doubt = "counts occupied cells, and samples miss some: may be too favorable"
    assert f"Intervals of a (basic_merge_distance): {doubt}." in text


def many(count):
    """A comparison of clusterings with long names, each a little worse than the one before."""
    truth = [k % 4 for k in range(60)]
    worse = {f"leiden_resolution_{j}": [0] * j + truth[j:] for j in range(count)}
    return compare(truth, worse, measures=["ARI", "VI", "v_measure:beta=0.5"])


def test_many_clusterings_are_rows():
    found = many(12)
    lines = Scores(found).render("table").splitlines()[2:]
    assert lines[0].split() == ["prediction", "ARI", "VI", "(lower)", "V:beta=0.5"]
    for name, line in zip(found.predictions, lines[1:], strict=False):
        own = [f"{one.value:.4f}" for one in found.scores if one.prediction == name]
        assert line.split() == [name, *own]
    assert " ".join(" ".join(lines[13:]).split()) == (
        "ARI adjusted_rand, VI variation_of_information, V:beta=0.5 v_measure:beta=0.5."
    )
    rows = Scores(found).render("markdown").splitlines()
    assert rows[0].startswith("| prediction | ARI | VI (lower) |")
    assert len(rows) >= 2 + 12


def test_a_table_that_fits_keeps_a_row_for_each_measure():
    truth = [k % 4 for k in range(60)]
    found = compare(truth, {"a": truth, "b": [*truth[1:], 0]}, measures=["ARI"])
    lines = Scores(found).render("table").splitlines()[2:]
    assert [line.split()[0] for line in lines] == ["measure", "adjusted_rand"]


def test_names_are_titles_if_they_fit():
    truth = [k % 4 for k in range(60)]
    worse = {f"leiden_{j}": [0] * j + truth[j:] for j in range(9)}
    found = compare(truth, worse, measures=["ARI", "VI"])
    lines = Scores(found).render("table").splitlines()
    header = "prediction  adjusted_rand  variation_of_information (lower)"
    assert lines[2] == header
    assert len(lines) == 3 + 9


def test_the_best_of_a_turned_table_is_marked():
    """Whichever way the table is turned, the best clustering of each measure is bold."""
    found = many(12)
    shown = Scores(found).sheet().render("table", 200, bold=True)
    best = [line for line in shown.splitlines() if "\x1b[1m" in line]
    assert [line.split()[0][-1] for line in best] == ["0", "1"]  # the first object is of class 0
    assert [line.count("\x1b[1m") for line in best] == [3, 3]


def test_a_large_number_of_objects_has_separators():
    truth = [0, 1] * 10_000
    text = Scores(compare(truth, truth, measures=["ARI"])).render("table")
    assert "(n = 20,000)" in text
