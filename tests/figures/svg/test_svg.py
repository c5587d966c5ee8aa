"""SVG is well-formed, inert, accessible and small."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partita import figures
from partita.comparison import compare
from partita.figures.grammar.palette import ROLES
from partita.figures.svg.svg import STYLE, document, svg

SPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "$x_1$ & <b>",
    "\x1b[31m\x00\n",
    "]]>--><style>*{display:none}</style>",
    "a" * 10_000,
    "\u202eright to left\u2066",
]
DRAWN = ("svg", "g", "title", "desc", "rect", "path", "polygon", "circle", "text")


def hostile():
    rng = np.random.default_rng(0)
    names = np.array(HOSTILE, dtype=object)
    truth = rng.integers(0, len(names), 400)
    prediction = np.where(rng.random(400) < 0.3, rng.integers(0, len(names), 400), truth)
    return compare(names[truth], {HOSTILE[0]: names[prediction], HOSTILE[5]: names[truth]})


@pytest.fixture(
    scope="module", params=["heatmap", "class_matrix", "flow", "plane", "ranges", "board", "pairs"]
)
def drawn(request):
    c = hostile()
    if request.param in ("board", "pairs"):
        ranking = c.ranks(draws=49)
        return (
            figures.leaderboard(ranking)
            if request.param == "board"
            else figures.differences(ranking)
        )
    if request.param in ("class_matrix", "plane", "ranges"):
        return getattr(figures, request.param)(c)
    return getattr(figures, request.param)(c, HOSTILE[0])


def test_hostile_names_stay_text(drawn):
    root = ET.fromstring(svg(drawn))
    assert {element.tag.removeprefix(SPACE) for element in root.iter()} <= set(DRAWN)
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("style", "href", "id")
            if name not in ("aria-label", "data-clustering"):  # text is in elements and these only
                assert "alert" not in value
    words = "".join(root.itertext())
    assert words.isprintable()
    assert len(svg(drawn)) < 150_000  # names of ten thousand letters are shortened


def test_a_file_is_well_formed_and_has_its_style(drawn):
    root = ET.fromstring(document(drawn))
    assert root.find(f"{SPACE}style").text == STYLE
    assert root.find(f"{SPACE}rect").attrib["class"] == "f-paper"


def test_a_figure_is_an_image_with_a_description(drawn):
    root = ET.fromstring(svg(drawn))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"]
    assert root[0].tag == f"{SPACE}title"
    assert root[1].tag == f"{SPACE}desc"
    assert root[1].text


def test_text_stays_inside_the_figure(drawn):
    root = ET.fromstring(svg(drawn))
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for element in root.iter(f"{SPACE}text"):
        assert -1 <= float(element.attrib["x"]) <= width + 1
        assert -1 <= float(element.attrib["y"]) <= height + 1


def test_every_role_has_a_rule_and_nothing_is_fetched():
    for role in ROLES:
        token = role.replace("class ", "c")
        assert f"--partita-{token}:" in STYLE
        assert f".f-{token}{{fill:var(--partita-{token})}}" in STYLE
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    assert "screen and (prefers-color-scheme:dark)" in STYLE  # print stays light


def test_every_number_shown_is_in_the_table():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 900)
    c = compare(truth, np.where(rng.random(900) < 0.3, rng.integers(0, 7, 900), truth))
    root = ET.fromstring(svg(figures.heatmap(c)))
    words = {element.text for element in root.iter(f"{SPACE}text")}
    table = c.cells()
    names = ("count", "class_size", "cluster_size", "class", "cluster")
    known = {str(value) for name in names for value in table[name].tolist()}
    numbers = {word for word in words if word.isdigit()}
    assert numbers == known
    assert words - numbers == {
        "classes",
        "clusters",
        "objects",
        "share of the class",
        "0%",
        "100%",
    }


def test_ten_thousand_clusters_make_a_small_file():
    truth = np.arange(10**5) // 10
    c = compare(truth, (truth + np.arange(10**5) % 3) % 10**4, measures="rand")
    assert len(svg(figures.heatmap(c))) < 500_000
    assert len(svg(figures.flow(c))) < 200_000
    assert "9,961 others" in svg(figures.heatmap(c))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=2, max_size=5, unique=True))
def test_figures_with_any_names_are_well_formed(names):
    truth = np.array(names * 3, dtype=object)
    c = compare(truth, np.arange(len(truth)) % 2, measures="rand")
    for figure in (figures.heatmap(c), figures.flow(c)):
        ET.fromstring(svg(figure))


def test_no_number_is_missing():
    assert not re.search(
        r"nan|inf\b|None", svg(figures.ranges(hostile())).replace("information", "")
    )


def test_notebooks_display_figures():
    figure = figures.range_bar(0.5)
    assert figure._repr_svg_() == document(figure)
