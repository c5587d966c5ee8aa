"""The recorded properties of all measures are those that partita finds."""

import pytest
from partita_docs import measure_pages, property_matrix


def test_every_measure_is_in_the_record():
    names = [row[0] for row in property_matrix.recorded()[1:]]
    assert names == [measure.name for measure in measure_pages.measures()]


def test_the_record_of_some_measures_is_fresh():
    _fresh(["v_measure", "adjusted_rand", "van_dongen"])


@pytest.mark.long
def test_the_record_is_fresh():
    _fresh([row[0] for row in property_matrix.recorded()[1:]])


def _fresh(names):
    header, *rows = property_matrix.recorded()
    kept = [header, *(row for row in rows if row[0] in names)]
    assert property_matrix.answers(names) == kept, "run python -m partita_docs.property_matrix"


def test_the_page_has_every_answer_as_text():
    found = property_matrix.pages()
    text = found["properties/index.md"]
    header, *rows = property_matrix.recorded()
    assert text.count("](../measures/") == len(property_matrix.GROUPS) * len(rows)
    assert all(f"| {name} |" in text for name in header[1:])
    assert found["properties/matrix.svg"].startswith("<svg")


def test_the_page_of_a_measure_says_what_depends_on_n():
    found = measure_pages.pages()
    for name, words in (
        ("v_measure", "the same value"),
        ("adjusted_rand", "asymptotically the same value"),
        ("mirkin", "another value"),
    ):
        assert f"| if all counts are multiplied | {words} |" in found[f"measures/{name}.md"]
