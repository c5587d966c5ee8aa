"""Tables for papers: what is bold, letters, intervals, arrows, digits and orientation."""

import re

import pytest

from partita import compare, rank_datasets
from partita.report.formats.tex_text import tex_number

TRUTH = [0] * 20 + [1] * 20
GOOD = TRUTH
FAIR = [0] * 18 + [1] * 22
POOR = [0, 1] * 20


@pytest.fixture(scope="module")
def c():
    found = {"good": GOOD, "fair": FAIR, "poor": POOR}
    return compare(TRUTH, found, measures=["ARI", "VI", "emi"], confidence=0.95, draws=199)


def cells(text):
    """The rows of a tabular, without the small lines below them."""
    rows = [line for line in text.splitlines() if line.endswith(r"\\") and "scriptsize" not in line]
    return [[cell.strip() for cell in row.removesuffix(r"\\").split("&")] for row in rows]


def test_the_best_of_each_measure_is_bold_and_no_baseline(c):
    head, ari, vi, emi = cells(c.to_latex())
    assert head == ["measure", "good", "fair", "poor"]
    assert ari[0] == r"ARI $\uparrow$"
    assert vi[0] == r"VI $\downarrow$"
    assert ari[1] == r"\textbf{1.000}"
    assert vi[1] == r"\textbf{0.000}"
    assert r"\textbf" not in "".join([*ari[2:], *vi[2:], *emi])


def test_letters_and_ties_are_those_of_the_ranking(c):
    ranking = c.ranks(draws=199)
    groups = {row["prediction"]: row["group"] for row in ranking.table.rows()}
    (_, ari, *_) = cells(c.to_latex(ranking=ranking))
    for name, cell in zip(("good", "fair", "poor"), ari[1:], strict=True):
        letters = re.search(r"\\textsuperscript\{([a-z]+)", cell)[1]
        assert letters == groups[name]
        tied = bool(set(letters) & set(groups["good"]))
        assert (r"\textbf" in cell) == tied
    assert r"\textbf" not in ari[3]  # random labels are worse than the truth itself


def test_turning_keeps_every_cell(c):
    rows = cells(c.to_latex(transpose=False))
    turned = cells(c.to_latex(transpose=True))
    body = [row[1:] for row in rows[1:]]
    assert [list(column) for column in zip(*body, strict=True)] == [row[1:] for row in turned[1:]]
    assert turned[0] == ["clustering", *(row[0] for row in rows[1:])]


def test_more_clusterings_than_measures_are_rows(c):
    many = compare(TRUTH, {f"c{k}": FAIR for k in range(4)}, measures=["ARI", "V"])
    assert cells(many.to_latex())[0][0] == "clustering"
    assert cells(c.to_latex())[0][0] == "measure"


@pytest.mark.parametrize("digits", [0, 2, 6])
def test_digits(c, digits):
    value = c["fair", "ARI"].value
    assert f"{value:.{digits}f}" in c.to_latex(digits=digits)


def test_minus_signs_are_signs(c):
    text = compare(TRUTH, {"poor": POOR}, measures="ARI").to_latex()
    value = compare(TRUTH, {"poor": POOR}, measures="ARI")["poor", "ARI"].value
    assert value < 0
    assert f"$-${abs(value):.3f}" in text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "0.000"), (-0.0, "0.000"), (1e-9, r"$1.0\times10^{-9}$"), (7, "7"), (-7, "$-$7"),
        (float("inf"), r"$\infty$"), (float("-inf"), r"$-\infty$"),
        (-0.0004, r"$-4.0\times10^{-4}$"),
    ],
)  # fmt: skip
def test_numbers(value, shown):
    assert tex_number(value) == shown


def test_a_caption_makes_a_float_with_notes_and_a_label(c):
    text = c.to_latex(caption="Cells.", label="tab:cells", width=175)
    assert text.startswith(r"\begin{table*}")
    assert r"\caption{Cells.}" in text
    assert r"\label{tab:cells}" in text
    assert r"95\% confidence intervals" in text
    assert r"\begin{table}" not in c.to_latex()


def test_columns_that_do_not_fit_continue_below(c):
    many = compare(TRUTH, {f"clustering {k}": FAIR for k in range(12)}, measures=["ARI", "V"])
    text = many.to_latex(caption="x", width=85, transpose=False)
    assert text.count(r"\begin{tabular}") > 1
    assert all(text.count(f"clustering {k} ") == 1 for k in range(12))


def test_data_sets_have_the_best_in_bold_and_mean_ranks():
    scores = {
        "iris": {"a": 0.9, "b": 0.7},
        "wine": {"a": 0.8, "b": 0.85},
        "seeds": {"a": 1, "b": 0},
    }
    head, iris, wine, seeds, mean = cells(rank_datasets(scores).to_latex(digits=2))
    assert head[1:] == ["a", "b"]
    assert iris == ["iris", r"\textbf{0.90}", "0.70"]
    assert wine == ["wine", "0.80", r"\textbf{0.85}"]
    assert seeds == ["seeds", r"\textbf{1.00}", "0.00"]
    assert mean[1].startswith(r"\textbf{1.33}")  # (1 + 2 + 1) / 3
    assert mean[2].startswith("1.67")
    lower = cells(rank_datasets(scores, better="lower").to_latex(digits=2, transpose=True))
    assert lower[0] == ["method", "iris", "wine", "seeds", "mean rank"]
    assert lower[1][:2] == ["b", r"\textbf{0.70}"]


def test_a_ranking_has_values_ranks_and_letters(c):
    ranking = c.ranks(draws=199)
    head, *rows = cells(ranking.to_latex())
    assert head == ["clustering", r"ARI $\uparrow$", "rank"]
    assert [row[0] for row in rows] == ranking.table["prediction"].tolist()
    assert [row[2] for row in rows] == list(map(str, ranking.table["rank"].tolist()))


def test_options_are_part_of_a_symbol():
    asked = ["V", "v_measure:beta=0.5"]
    text = compare(TRUTH, {"a": FAIR, "b": GOOD}, measures=asked).to_latex()
    assert r"$V$ $\uparrow$" in text
    assert r"$V$ (beta = 0.5) $\uparrow$" in text
