"""The frame of a page: names of sections."""

import pytest

from partita.report.page.frame import document, section


@pytest.mark.parametrize("name", ["", "Two words", "-x", 'a"b'])
def test_sections_have_plain_names(name):
    with pytest.raises(ValueError, match="lowercase letters"):
        section(name, "x")


def test_names_of_sections_differ():
    with pytest.raises(ValueError, match="same name"):
        document("x", [section("a", "A"), section("a", "B")])
