"""Notebook displays are complete and escaped, without scripts and fixed colors."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from looping import in_turn

import partita
from partita.results import Difference, Estimate, Plan, Posterior, Significance

TRUTH = ["a", "a", "a", "b", "b", "b", "c", "c"]
PREDICTION = [0, 0, 1, 1, 1, 1, 2, 2]
ROUGH = partita.Rough([{0}, {0, 1}, {1}, {1}, {1}, {1}, {2}, {2}])
FUZZY = partita.Fuzzy(np.tile([0.7, 0.2, 0.1], (8, 1)))
HOSTILE = ["<script>alert(1)</script>", "x" * 10_000, "$a$ & \x1b[31m", "", "'\"><img onerror=x>"]
VOID = {"br", "img", "meta", "link", "input"}


class Reading(HTMLParser):
    """Collects tags and text, and checks that every opened tag is closed."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.words, self.open, self.attributes = [], [], [], []
        self.feed(source)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(self.words)


def ranking():
    return partita.compare(TRUTH * 5, {"one": PREDICTION * 5, "two": [0, 1] * 20}).ranks(draws=99)


def hostile(**options):
    """Two clusterings of hostile classes, one of them with a hostile name."""
    names = {HOSTILE[0]: HOSTILE[::-1] * 4, "b": [0, 0, 0, 1, 1] * 4}
    return partita.compare(HOSTILE * 4, names, **options)


SHOWN = {
    "table": lambda: partita.Contingency.from_labels(TRUTH, PREDICTION),
    "weights": lambda: partita.Contingency.from_labels(TRUTH, PREDICTION, weights=[0.5] * 8),
    "hostile": lambda: partita.Contingency.from_labels(HOSTILE, HOSTILE[::-1]),
    "large": lambda: partita.Contingency.from_labels(np.arange(900) % 30, np.arange(900) % 70),
    **{name: (lambda m=m: m) for name, m in partita.MEASURES.items()},
    "estimate": lambda: partita.confidence_interval("ARI", TRUTH, PREDICTION, draws=99),
    "significance": lambda: partita.significance("VI", TRUTH, PREDICTION),
    "difference": lambda: partita.difference("V", TRUTH, PREDICTION, [0, 1] * 4, draws=99),
    "margin": lambda: partita.difference("V", TRUTH, PREDICTION, [0, 1] * 4, draws=99, margin=0.1),
    "posterior": lambda: partita.posterior("V", TRUTH, PREDICTION, [0, 1] * 4, margin=0.1),
    "plan": lambda: partita.plan("rand", TRUTH, PREDICTION, half_width=0.2),
    "score_at": lambda: partita.score_at("rand", TRUTH, PREDICTION, objects=4, draws=99),
    "monitoring": lambda: partita.monitor("V", TRUTH * 9, PREDICTION * 9, [0, 1] * 36),
    "law": lambda: partita.law("rand", TRUTH, FUZZY),
    "set": lambda: partita.law("rand", TRUTH, ROUGH),
    "expectation": lambda: partita.expectation("rand", TRUTH, ROUGH),
    "extremes": lambda: partita.extremes("rand", TRUTH, ROUGH),
    "ranking": ranking,
    "comparison": lambda: partita.compare(HOSTILE, HOSTILE),
    "comparisons": lambda: hostile(confidence=0.95, null="permutation", draws=99),
    "many": lambda: partita.compare(TRUTH, {f"c{k}": PREDICTION for k in range(20)}),
    "summary": lambda: hostile().summary(),
    "verdict": lambda: hostile().verdict,
    "one verdict": lambda: hostile().verdict[0],
    "advice": lambda: hostile().advice,
    "one advice": lambda: hostile().advice[0],
    "edits": lambda: hostile().edits("b"),
    "one edit": lambda: hostile().edits("b")[0],
    "no edits": lambda: partita.compare(TRUTH, TRUTH).edits(),
    "measures": lambda: partita.MEASURES,
}


@in_turn("name", SHOWN)
def test_every_display_is_well_formed_and_harmless(name):
    page = Reading(SHOWN[name]()._repr_html_())
    assert not {"script", "img", "link", "iframe", "object"} & set(page.tags)
    for attribute, value in page.attributes:
        assert not attribute.startswith("on")
        assert attribute not in {"href", "src"}
        assert not re.search(r"url\(|@import|expression", value or "")


@in_turn("name", SHOWN)
def test_text_keeps_the_color_of_the_notebook(name):
    """A fixed text color or an opaque background is unreadable in one of the themes."""
    page = Reading(SHOWN[name]()._repr_html_())
    for attribute, value in page.attributes:
        if attribute == "style":
            assert not re.search(r"(^|[;\s])color\s*:", value)
            assert not re.search(r"background(-color)?\s*:(?!\s*(rgba|none))", value)


def test_a_table_shows_its_counts_with_matches_on_the_diagonal():
    page = Reading(SHOWN["table"]()._repr_html_())
    words = page.text.split()
    assert "8 objects, 3 classes, 3 clusters, 4 cells" in page.text
    assert [words.index(name) for name in ("a", "b", "c")] == sorted(
        words.index(name) for name in ("a", "b", "c")
    )
    numbers = [word for word in words[words.index("b") :] if word.isdigit()]
    assert numbers[:2] == ["3", "3"]  # all of class b in its cluster, which is its size


def test_a_large_table_sums_the_rest():
    page = Reading(SHOWN["large"]()._repr_html_())
    assert page.tags.count("tr") == 1 + 12 + 1
    assert page.tags.count("th") <= 14 + 13
    assert "19 others" in page.text
    assert "59 others" in page.text
    assert "900" in page.text


def test_hostile_labels_are_shown_as_text_and_shortened():
    source = SHOWN["hostile"]()._repr_html_()
    page = Reading(source)
    assert "<script>alert(1)</script>" in page.text
    assert "&lt;script&gt;" in source
    assert "\x1b" not in source
    assert "x" * 100 not in source
    assert len(source) < 8000


def test_the_display_of_a_measure_has_meaning_formula_limits_and_references():
    text = Reading(partita.v_measure._repr_html_()).text
    for part in (
        "v_measure",
        "Weighted harmonic mean",
        "(1 + β) h c / (β h + c)",
        "[0, 1]; higher is better",
        "1 for identical partitions",
        "Beware: not corrected for chance",
        "Andrew Rosenberg and Julia Hirschberg (2007)",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("record", "parts"),
    [
        (
            Estimate("rand", 0.75, 0.6, 0.875, 0.07, 0.95, "bca", (), 1999, 0),
            ("0.7500", "95% interval", "0.6000 to 0.8750", "bca", "1,999"),
        ),
        (
            Significance("rand", 0.75, 0.5, 0.1, 2.5, 0.013, "permutation", (), 999, 0),
            ("0.5000 ± 0.1000", "2.50", "0.013", "the upright line is chance"),
        ),
        (
            Difference(
                measure="rand", value=0.1, low=0.02, high=0.2, p_value=0.01, standard_error=0.04,
                confidence=0.95, method="bca", notes=(), draws=1999, rng=0,
            ),
            ("0.1000", "0.0200 to 0.2000", "0.01"),
        ),
        (
            Difference(
                measure="rand", value=0.1, low=0.02, high=0.2, p_value=0.01, standard_error=0.04,
                confidence=0.95, method="bca", notes=(), draws=1999, rng=0, margin=(-0.05, 0.05),
                verdict="better", p_not_worse=0.001, p_not_better=0.97, p_better=0.005,
                p_worse=0.995,
            ),
            ("verdict", "a is better than b (one-sided p = 0.005)"),
        ),
        (
            Posterior(
                measure="rand", value=0.1, mean=0.09, low=0.02, high=0.2, standard_deviation=0.04,
                confidence=0.95, method="Dirichlet", notes=("prior",), draws=4, rng=0, bias=0.03,
                better="higher", values=(0.02, 0.06, 0.08, 0.2), probability_better=1.0,
                probability_worse=0.0, margin=(-0.05, 0.05), probability_equivalent=0.25,
            ),
            ("0.0900", "0.0200 to 0.2000", "95% credible interval", "bias of +0.03 removed; prior",
             "better than b with probability 80%, and equivalent within ±0.05 with 25%"),
        ),
        (
            Plan(
                measure="rand", asks="detect", target=0.03, n=1239, low=1052, high=1481,
                unit="objects", pilot=300, pilot_width=0.0613, confidence=0.95, power=0.8,
                paired=True, sizes=(300, 1239), widths=(0.0613, 0.03), notes=("doubt",), rng=7,
            ),
            ("about 1,240 objects (1,050 to 1,480)", "300 objects, 0.0613", "doubt", "7",
             "to detect a difference of 0.03 at the 5% level with power 80%"),
        ),
    ],
)  # fmt: skip
def test_records_show_their_numbers(record, parts):
    text = Reading(record._repr_html_()).text
    for part in parts:
        assert part in text


def test_a_measure_that_is_not_registered_has_no_bar():
    own = Estimate("<b>mine</b>", 0.5, 0.4, 0.6, 0.05, 0.95, "jackknife", (), 0, None)
    source = own._repr_html_()
    assert "<svg" not in source
    assert "&lt;b&gt;mine" in source
    assert "draws" not in source


def test_a_law_is_drawn():
    page = Reading(SHOWN["law"]()._repr_html_())
    assert "svg" in page.tags
    assert ("role", "img") in page.attributes
    assert "exact probability distribution" in page.text


def test_extremes_say_whether_they_are_certified():
    assert Reading(SHOWN["extremes"]()._repr_html_()).text.count("attained and certified") == 2


def test_a_ranking_says_how_it_was_computed():
    text = Reading(SHOWN["ranking"]()._repr_html_()).text
    assert "letter are not significantly different at the 95% level" in text


def widths(source):
    return [float(found) for found in re.findall(r"width:([0-9.]+)%", source)]


def test_the_best_score_of_each_measure_is_bold_in_a_comparison():
    found = partita.compare(TRUTH, {"one": PREDICTION, "two": [0, 1] * 4}, measures=["rand", "VI"])
    bold = re.findall(r"<b>([0-9.]+)</b>", found._repr_html_())
    assert bold == [f"{found['one', name].value:.4f}" for name in ("rand", "VI")]


def test_a_longer_bar_is_a_better_score():
    """Rand is the share of its range; the distance VD_n, whose worst value is 1, is turned."""
    scores = partita.compare(TRUTH, PREDICTION, measures=["rand", "VD_n", "ARI"])
    rand, distance, ari = widths(scores._repr_html_())
    assert rand == pytest.approx(100 * scores["rand"].value, abs=0.05)
    assert distance == pytest.approx(100 * (1 - scores["VD_n"].value), abs=0.05)
    assert ari == pytest.approx(100 * scores["ARI"].value, abs=0.05)  # from 0, which is chance


def test_the_end_of_a_bar_is_the_interval():
    score = partita.compare(TRUTH * 9, PREDICTION * 9, measures="rand", confidence=0.95, draws=99)
    low, rest = widths(score._repr_html_())
    assert low == pytest.approx(100 * score["rand"].low, abs=0.06)
    assert low + rest == pytest.approx(100 * score["rand"].high, abs=0.11)


def test_many_clusterings_are_rows():
    page = SHOWN["many"]()._repr_html_()
    assert page.count("<tr>") == 21


def test_the_bars_of_edits_are_their_gains():
    found = SHOWN["edits"]()
    shares = [edit.gain / found[0].gain for edit in found]
    assert widths(found._repr_html_()) == pytest.approx([100 * one for one in shares], abs=0.06)


def test_a_display_of_a_comparison_does_not_rank():
    found = partita.compare(TRUTH, {"one": PREDICTION, "two": [0, 1] * 4})
    assert "call summary()" in found._repr_html_()
    assert "ranking" not in vars(found)
