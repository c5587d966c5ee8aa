"""The bibliography is readable, complete and cited."""

import pytest
from looping import in_turn

from partita import MEASURES
from partita.report.formats.references import bibliography, citation, parse

REQUIRED = {
    "article": {"author", "title", "year", "journal", "volume", "pages"},
    "incollection": {"author", "title", "year", "booktitle", "pages"},
    "inproceedings": {"author", "title", "year", "booktitle"},
    "book": {"author", "title", "year", "publisher"},
    "techreport": {"author", "title", "year", "institution", "number"},
    "misc": {"author", "title", "year", "publisher"},
}


@in_turn("key", bibliography())
def test_every_entry_is_complete_and_prints(key):
    entry = bibliography()[key]
    online = {"volume", "pages"} if "doi" in entry else set()  # published ahead of print
    assert REQUIRED[entry["kind"]] - online <= entry.keys()
    line = citation(key)
    assert entry["year"] in line
    assert not set("{}\\") & set(line)


def test_entries_are_in_order():
    assert list(bibliography()) == sorted(bibliography())


@in_turn("name", MEASURES)
def test_every_measure_has_a_reference_that_exists(name):
    references = MEASURES[name].references
    assert references
    assert set(references) <= bibliography().keys()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@book{a,\n  title = {x},\n@book{b,\n}", "line 3: 'b' is opened twice or inside another"),
        ("@book{a,\n}\n@book{a,\n}", "line 3: 'a' is opened twice"),
        ("@book{a,\n  title = x,\n}", "line 2: expected 'field = {value},', found '  title = x,'"),
        ("@book{a,\n  title = {x},", "the last entry is not closed"),
    ],
)
def test_bad_bibliographies_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse(text)
