"""The pages that are made of the code: complete, linked, and true."""

import re
import zlib
from itertools import permutations
from pathlib import Path

import pytest
from looping import in_turn
from partita_docs import (
    api_pages,
    completed,
    conventions,
    curves,
    example_pages,
    inventories,
    measure_pages,
    measure_table,
    peer_names,
    peer_table,
    project_pages,
    property_matrix,
    reference_page,
    sample_report,
    types,
)
from partita_docs import bad_inputs as bad_inputs_page

import partita
from partita.interop.conventions import compat
from partita.report.formats import formulas
from partita.report.formats.references import bibliography

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OWN = [name for name, m in partita.MEASURES.items() if m.ours]
PAGES = measure_pages.pages()


def test_pages_explain_why_independent_labels_score_below_chance():
    explained = [
        name for name in OWN if "is 0 on average, not each time" in PAGES[f"measures/{name}.md"]
    ]
    assert {"adjusted_rand", "adjusted_mutual_information"} <= set(explained)
    for name in explained:  # the mean over all six arrangements of the clusters, as the page says
        orders = set(permutations([0, 1, 0, 1]))
        scores = sorted(partita.MEASURES[name]([0, 0, 1, 1], order) for order in orders)
        assert scores == pytest.approx([-0.5] * 4 + [1.0] * 2, abs=1e-12)
        assert "in 1 of 3 draws, which scores 1, and" in PAGES[f"measures/{name}.md"]
        assert "in 2 of 3, which scores -0.5: the mean is 0." in PAGES[f"measures/{name}.md"]


def test_every_measure_has_its_page_and_no_other():
    assert sorted(PAGES) == sorted(f"measures/{name}.md" for name in OWN)


@in_turn("name", OWN)
def test_a_page_says_what_is_declared(name):
    m, page = partita.MEASURES[name], PAGES[f"measures/{name}.md"]
    assert formulas.mathml(m.formula) in page
    assert f"partita.{name}(truth: array_like, prediction: array_like" in page
    assert all(f"\n{option} : *" in page for option in (*m.options, "weights", "missing", "align"))
    assert page.count("<svg") == 2
    assert all(f"`{alias}`".replace("|", r"\|") in page for alias in m.aliases)
    assert "Beware" in page
    assert page.partition("## References")[2].count("\n- ") == len(m.references)


def test_options_of_all_measures_link_to_headings_of_the_conventions():
    headings = re.findall(r"^## (.+)$", (DOCS / "conventions.md").read_text("utf-8"), re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    assert set(conventions.CONVENTIONS.values()) <= anchors


@in_turn("name", OWN)
def test_curves_start_at_the_value_of_identical_partitions(name):
    m = partita.MEASURES[name]
    moved, random = curves.values(m)
    assert m.perfect is None or moved[0] == m.perfect
    known = [value for value in (*moved, *random) if value is not None]
    assert known
    assert all(m.bounds[0] <= value <= m.bounds[1] for value in known)


def test_curves_are_the_same_each_time():
    first = curves.pictures(partita.v_measure)
    curves._misplaced.cache_clear()
    curves._random.cache_clear()
    assert curves.pictures(partita.v_measure) == first


def test_a_docstring_is_completed_with_types_and_options_in_full():
    lines = ["Score.", "", "Parameters", "----------", "confidence", "    Level.", "",
             "weights, missing, noise, noise_as, align", "    As for every measure."]  # fmt: skip
    found = completed.completed(lines, partita.confidence_interval)
    assert "confidence : float, default 0.95" in found
    assert 'align : ``{"error", "index"}``, default ``"error"``' in found
    assert sum("conventions.html#" in line for line in found) == 5


def test_inventories_name_what_the_pages_link_to():
    known = inventories.addresses()
    assert known["numpy.random.Generator"].startswith("https://numpy.org/doc/stable/reference/")
    head, _, packed = inventories.pages()["inventories/numpy.inv"].partition(b"using zlib.\n")
    assert head.startswith(b"# Sphinx inventory version 2\n# Project: numpy\n")
    assert b"numpy.ndarray py:class 1 reference/" in zlib.decompress(packed)
    assert set(types.OUTSIDE.values()) <= set(known)


def test_the_table_lists_every_measure_twice():  # claims, then experiments
    text = measure_table.pages()["measures/index.md"]
    assert sorted(re.findall(r"\]\((\w+)\.md\)", text)) == sorted(OWN * 2)


def test_the_experiment_on_even_clusters_is_that_of_wu_xiong_and_chen_2009():
    # Section 3.2 there: of the thirteen measures, E, P and MI alone miss the uniform effect.
    thirteen = ["conditional_entropy", "purity", "f_measure", "mutual_information"]
    thirteen += ["variation_of_information", "rand", "jaccard", "fowlkes_mallows", "hubert_gamma"]
    thirteen += ["hubert_gamma_prime", "minkowski_score", "classification_error", "van_dongen"]
    missed = [n for n in thirteen if not measure_table._prefers_natural(partita.MEASURES[n])]
    assert missed == ["conditional_entropy", "purity", "mutual_information"]


def test_every_public_name_is_in_the_reference():
    text = "\n".join(api_pages.pages().values())
    assert [name for name in api_pages.public() if f"partita.{name}" not in text] == []
    assert {"compare", "Measure", "MEASURES", "Fuzzy", "InputError"} <= set(api_pages.public())


def test_no_name_is_documented_twice():
    listed = re.findall(r"auto\w+:: (\S+)", "\n".join(api_pages.pages().values()))
    assert sorted(set(listed)) == sorted(listed)


def test_every_reference_is_listed_and_cited_ones_name_their_measures():
    lines = reference_page.pages()["references.md"].splitlines()
    assert sum(line.startswith("- ") for line in lines) == len(bibliography())
    for name in OWN:
        count = sum(f"[{name}](measures/{name}.md)" in line for line in lines)
        assert count == len(partita.MEASURES[name].references)


def test_every_bad_input_is_shown():
    (text,) = bad_inputs_page.pages().values()
    files = list((DOCS.parent / "tests").glob("**/badinputs/*.txt"))
    assert {path.stem for path in files} <= set(bad_inputs_page.TITLES)
    for path in files:
        calls = re.findall(r"^(?:>>>|\$) .*$", path.read_text("utf-8"), re.MULTILINE)
        assert [call for call in calls if call not in text] == []


def test_every_function_of_a_package_is_in_its_table():
    for package, text in peer_names.pages().items():
        known = compat(Path(package).stem).conventions
        assert [name for name in known if f"| `{name}` | `" not in text] == []
        assert f"generated/{package}" in (DOCS / "migration.md").read_text("utf-8")


def test_names_of_scikit_learn_are_those_of_the_installed_one():
    import sklearn.metrics

    theirs = compat("scikit-learn").conventions
    assert [name for name in theirs if not hasattr(sklearn.metrics, name)] == []


@pytest.mark.parametrize("package", ["scikit-learn", "torchmetrics"])
def test_long_names_of_other_packages_are_understood_everywhere(package):
    for name, one in compat(package).conventions.items():
        assert partita.measure(name) is one.measure


def test_the_differences_from_scikit_learn_on_limit_cases_are_the_known_ones():
    # Its Fowlkes-Mallows index is 0 where neither side has a pair, identical or not.
    theirs = peer_table.results()["scikit-learn"]["values"]
    differ = {
        (name, case)
        for name, values in theirs.items()
        for case, value in values.items()
        if abs(value - peer_table.ours(name, case)) > 1e-5
    }
    single = {"single objects on both sides", "one object"}
    assert differ <= {("fowlkes_mallows", case) for case in single}  # a later one may agree


def test_generated_links_lead_to_pages():
    pages = {**PAGES, **measure_table.pages(), **reference_page.pages(), **project_pages.pages()}
    pages |= property_matrix.pages()
    for name, text in pages.items():
        for target in re.findall(r"\]\((?!http)([^)#]+)", text):
            path = DOCS / "generated" / Path(name).parent / target
            inside = DOCS / target.lstrip("/") if target.startswith("/") else path
            relative = str(inside.resolve()).removeprefix(str(DOCS / "generated") + "/")
            assert relative in pages or inside.resolve().exists(), (name, target)


def test_pages_outside_docs_are_brought_in_where_a_page_links_to_them():
    text = "see [all](../CHANGELOG.md) and [conventions](conventions.md)"
    led = project_pages.led_inside(text, "inference")
    assert led == "see [all](/generated/repository/CHANGELOG.md) and [conventions](conventions.md)"


def test_an_example_becomes_a_page(tmp_path):
    plt = pytest.importorskip("matplotlib.pyplot")
    path = tmp_path / "howto" / "small.py"
    path.parent.mkdir()
    path.write_text(
        '"""A title.\n\nSome words.\n"""\n\n# %%\n# What it does.\nprint(1 + 1)\n6 * 7\n\n'
        "# %%\n# In a shell:\n# $ echo typed > file\n# $ cat file\n"
    )
    plt.figure()  # left open by other code
    page = example_pages.run(path)["howto/small.md"]
    assert page.startswith("# A title\n\nSome words.\n\nWhat it does.")
    assert "\n2\n```" in page
    assert "\n42\n```" in page
    assert (
        "In a shell:\n\n```{code-block} console\n\n$ echo typed > file\n$ cat file\ntyped\n```"
        in page
    )


def test_a_command_that_fails_fails_the_page(tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "small.py"
    path.write_text('"""A title."""\n\n# %%\n# $ exit 3\n')
    with pytest.raises(RuntimeError, match="exit 3 ended with 3"):
        example_pages.run(path)


def test_examples_are_named_and_divided():
    paths = sorted(example_pages.EXAMPLES.glob("*/*.py"))
    assert {path.parent.name for path in paths} == set(example_pages.SECTIONS)
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert text.startswith('"""')
        assert "\n# %%\n" in text


def test_generated_pages_end_with_one_newline():
    pages = {**PAGES, **measure_table.pages(), **reference_page.pages(), **project_pages.pages()}
    pages |= {**peer_table.pages(), **api_pages.pages(), **property_matrix.pages()}
    assert [name for name, text in pages.items() if text.rstrip("\n") + "\n" != text] == []


def test_the_sample_report_stands_where_the_gallery_links_to(tmp_path):
    path = sample_report.write(tmp_path)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert f'href="../../{path.name}"' in example_pages.REPORT
