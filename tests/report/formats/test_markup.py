"""HTML from text: everything but markup is escaped."""

from partita.report.formats.markup import Markup, named, prose, safe, tag


def test_text_is_escaped_and_markup_is_not():
    assert safe("<b>") == "&lt;b&gt;"
    assert safe(Markup("<b>")) == "<b>"
    assert tag("p", "<", Markup("<br>"), class_='"') == '<p class="&quot;">&lt;<br></p>'
    assert named("a_b<c") == "a_<wbr>b&lt;c"
    assert named("می_خ") == "<bdi>می</bdi>_<bdi>خ</bdi>"
    assert prose("`<i>`") == "<code>&lt;i&gt;</code>"
