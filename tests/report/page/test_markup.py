"""Markup and text: what is escaped, and how sections are named."""

import pytest

from partita.report.page.frame import document, section
from partita.report.page.markup import Markup, named, prose, safe, tag


def test_text_is_escaped_and_markup_is_not():
    assert safe("<b>") == "&lt;b&gt;"
    assert safe(Markup("<b>")) == "<b>"
    assert tag("p", "<", Markup("<br>"), class_='"') == '<p class="&quot;">&lt;<br></p>'
    assert named("a_b<c") == "a_<wbr>b&lt;c"
    assert prose("`<i>`") == "<code>&lt;i&gt;</code>"


@pytest.mark.parametrize("name", ["", "Two words", "-x", 'a"b'])
def test_sections_are_named_by_plain_words(name):
    with pytest.raises(ValueError, match="small letters"):
        section(name, "x")


def test_names_of_sections_differ():
    with pytest.raises(ValueError, match="same name"):
        document("x", [section("a", "A"), section("a", "B")])
