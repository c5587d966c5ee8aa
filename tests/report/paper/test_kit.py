"""The paper kit compiles with a plain TeX, whatever it is about."""

from functools import cache

import numpy as np
import pytest
from cells_file import CELLS
from tex_documents import compiled, require_tex

import partita
from partita import compare
from partita.report.formats.references import bibliography, entry_text, software_entry

HOSTILE = [
    r"a_b & c% #1 $x$ {y} ~z^2 \input{secret}",
    '-- `quoted\' ,, "twice" <<a>> |b| [x] *',
    "Łukasz Müller, Ångström; naïve Šćžőāǎ",
    "α-β, Σ ≤ ½ × 3 µm → ∞",
    "line\nbreak\x1b[31m",
    "*",
    "[0]",
    "a name that is much longer than any column of any paper could ever be, truly",
]


def clusterings(names, objects=200, seed=0):
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, 5, objects)
    noisy = {
        name: np.where(
            generator.random(objects) < (1 + k) / (2 + len(names)),
            generator.integers(0, 5, objects),
            truth,
        )
        for k, name in enumerate(names)
    }
    return truth, noisy


def cells(columns=("kmeans_2", "kmeans_5", "mixture_5", "hdbscan")):
    import csv

    with open(CELLS, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    truth = [row["cell_line"] for row in rows]
    return truth, {name: [row[name] for row in rows] for name in columns}


@pytest.mark.parametrize("width", [85, 175])
def test_the_cells_compile(tmp_path, width):
    require_tex()
    truth, found = cells()
    c = compare(truth, found, confidence=0.95, noise="-1", draws=199)
    c.paper(tmp_path, width=width)
    text = compiled(tmp_path)
    assert "297" in text
    assert "References" in text
    assert f"{c['kmeans_5', 'ARI'].value:.3f}" in text
    for name in found:
        assert name in text


@cache
def several(number):
    """A comparison, which keeps its ranking."""
    truth, found = clusterings([f"leiden resolution {k / 10}, k = 15" for k in range(number)])
    return compare(truth, found, measures=["ARI", "V", "VI"], confidence=0.95, draws=99)


@pytest.mark.parametrize(
    ("number", "transpose"), [(1, None), (2, True), (7, None), (7, True), (40, None), (40, False)]
)
def test_any_number_of_clusterings_compiles(tmp_path, number, transpose):
    require_tex()
    c = several(number)
    c.paper(tmp_path, transpose=transpose)
    text = compiled(tmp_path)
    assert text.count(f"{c.scores[0].value:.3f}") >= 1


def test_all_measures_compile(tmp_path):
    require_tex()
    truth, found = clusterings(["a", "b"])
    c = compare(truth, found, measures="all")
    c.paper(tmp_path)
    text = compiled(tmp_path)
    assert "(continued)" in text


def test_hostile_names_compile_and_read_as_they_are(tmp_path):
    require_tex()
    truth, found = clusterings(HOSTILE)
    c = compare(truth, found, measures=["ARI", "V"], confidence=0.95, draws=99)
    c.paper(tmp_path)
    text = compiled(tmp_path)
    assert "a_b & c% #1 $x$ {" in text
    assert "Łukasz Müller" in text


def test_soft_clusterings_compile(tmp_path):
    require_tex()
    truth, found = clusterings(["hard"], objects=60)
    generator = np.random.default_rng(1)
    memberships = generator.dirichlet([1.0, 1.0, 1.0], 60)
    found["soft"] = partita.Fuzzy(memberships)
    c = compare(truth, found, measures=["ARI", "rand"])
    c.paper(tmp_path)
    text = compiled(tmp_path)
    assert "soft" in text
    assert "means over the hard clusterings" in " ".join(text.split())


def test_undefined_measures_compile(tmp_path):
    require_tex()
    truth = [0] * 20
    found = {"all": [0] * 20, "split": [0] * 10 + [1] * 10}
    c = compare(truth, found, measures=["ARI", "goodman_kruskal_tau", "NMI"])
    c.paper(tmp_path)
    compiled(tmp_path)


def test_groups_compile_as_a_table_of_their_own(tmp_path):
    require_tex()
    truth, found = clusterings(["a", "b"], objects=300)
    groups = [f"donor_{k % 7}" for k in range(300)]
    c = compare(truth, found, measures=["ARI", "V"], confidence=0.95, draws=99, groups=groups)
    c.paper(tmp_path)
    text = compiled(tmp_path)
    assert (tmp_path / "groups.tex").exists()
    assert "donor_6" in text
    assert "7 groups" in text


def test_tests_against_chance_compile(tmp_path):
    require_tex()
    truth, found = clusterings(["a", "b"])
    c = compare(truth, found, measures=["ARI", "V"], null="permutation", draws=199)
    c.paper(tmp_path)
    text = compiled(tmp_path)
    assert "Holm" in text
    assert "p ≤" in text


@pytest.mark.parametrize("method", ["nemenyi", "wilcoxon"])
def test_data_sets_compile(tmp_path, method):
    require_tex()
    results = {}
    for k in range(12):
        truth, found = clusterings(["ward_%", "k-means", "EM & co"], seed=k)
        results[f"set_{k}"] = compare(truth, found, measures="ARI")
    summary = partita.rank_datasets(results, method=method)
    summary.paper(tmp_path, width=175)
    text = compiled(tmp_path)
    assert "mean rank" in text
    assert ("Nemenyi" in text) == (method == "nemenyi")
    assert f"{summary.statistic:.2f}" in text


def test_scores_of_data_sets_compile(tmp_path):
    require_tex()
    generator = np.random.default_rng(0)
    scores = {
        f"data {k}": {f"method number {j}": float(one) for j, one in enumerate(row)}
        for k, row in enumerate(generator.random((12, 9)))
    }
    partita.rank_datasets(scores, better="lower").paper(tmp_path)
    text = compiled(tmp_path)
    assert "lower is better" in text
    assert "F form" in text


def test_every_table_compiles_with_booktabs_too(tmp_path):
    require_tex()
    truth, found = clusterings(["first", "b%"])
    c = compare(truth, found, measures=["ARI", "V"], confidence=0.95, draws=99)
    tables = [c.to_latex(), c.ranks(draws=99).to_latex(transpose=True), c.to_latex(caption="x")]
    # a package of our own, since texlive-latex-base has no booktabs
    rules = r"\newcommand{\toprule}{\hline\hline}\newcommand{\midrule}{\hline}"
    rules += r"\newcommand{\bottomrule}{\hline\hline}"
    for k, lead in enumerate(("", rules)):
        body = "\n\n".join(tables)
        code = f"\\documentclass{{article}}{lead}\\begin{{document}}{body}\\cite{{partita}}"
        code += "\\bibliographystyle{plain}\\bibliography{references}\\end{document}"
        (tmp_path / f"own{k}.tex").write_text(code, encoding="utf-8")
        (tmp_path / "references.bib").write_text(
            "@misc{partita,\n author = {A},\n title = {x},\n}\n"
        )
        assert "first" in compiled(tmp_path, f"own{k}")


def test_the_whole_bibliography_is_accepted_by_bibtex(tmp_path):
    require_tex()
    entries = "\n".join([*map(entry_text, bibliography()), software_entry()])
    assert entries.isascii()
    (tmp_path / "references.bib").write_text(entries)
    code = "\\documentclass{article}\\begin{document}x\\nocite{*}\\bibliographystyle{plain}"
    code += "\\bibliography{references}\\end{document}"
    (tmp_path / "all.tex").write_text(code)
    assert "Wilcoxon" in compiled(tmp_path, "all")
