"""The report is complete, safe, accessible, small and reproducible."""

import os
import re
import stat
import time
from html.parser import HTMLParser

import numpy as np
import pytest
from pages import page
from printed_tables import IRIS, labels

import partita
from partita import InputError
from partita.comparison import compare, sweep
from partita.report.formats.markup import marked_name, safe
from partita.report.formats.text import Table
from partita.report.page.frame import document, figure, folded, section, table
from partita.report.page.style import STYLE

HOSTILE = [
    '<script>document.title="hit"</script>',
    '"><img src=x onerror=alert(1)>',
    "$x^2$ & \x1b[31m\u202e \ud800",
    "x" * 10_000,
    "</style></title></svg>",
]
VOID = {"meta", "link", "br", "wbr", "img"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and keeps their tags, attributes and text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], []
        self.feed(html)
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, name, attributes):
        self.tags.append(name)
        self.attributes.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.tags.append(name)
        self.attributes.append((name, dict(attributes)))

    def handle_endtag(self, name):
        assert self.open, f"</{name}> closes nothing"
        assert self.open.pop() == name

    def handle_data(self, data):
        self.text.append(data)

    def of(self, name):
        return [found for tag, found in self.attributes if tag == name]

    @property
    def ids(self):
        return [found["id"] for _, found in self.attributes if "id" in found]


def headings(html):
    return re.findall(r"<h2[^>]*>([^<]*)</h2>", html)


@pytest.fixture(scope="module")
def one():
    truth, prediction = labels(IRIS)
    return page(compare(truth, {"kmeans": prediction}))


@pytest.fixture(scope="module")
def several():
    truth, prediction = labels(IRIS)
    random = np.random.default_rng(0)
    moved = np.where(random.random(150) < 0.2, random.integers(0, 3, 150), truth)
    return page(compare(truth, {"kmeans": prediction, "moved": moved, "perfect": truth}))


# Content


def test_the_sections_of_one_clustering(one):
    assert headings(one) == [
        "Verdict",
        "Main scores",
        "From class to cluster",
        "Merged or split?",
        "Group sizes",
        "Where it fails",
        "Measure by measure",
        "Advice",
        "How this was computed",
        "How to cite",
    ]
    assert "Steinley&#x27;s (2004) scale" in one
    assert f"partita {partita.__version__}" in one
    assert "seed 0" in one


def test_several_clusterings_are_ranked(several):
    found = headings(several)
    assert found[2:5] == ["Which is best?", "Other choices", "Merged or split?"]
    assert found[5:7] == ["Group sizes", "Each in detail"]
    assert "perfect is best by adjusted_rand" in several
    first, second = (f"<h3>{marked_name(name, 60)}</h3>" for name in ("perfect", "kmeans"))
    assert several.index(first) < several.index(second)
    assert "<details open" not in several  # the verdict is in sight, the rest opens on a click


def test_every_measure_is_explained_and_cited(one):
    for m in partita.MEASURES.values():
        if m.headline:
            assert str(safe(m.formula)) in one
            assert str(safe(m.symbol)) in one
    reader = Reader(one)
    links = {found["href"][1:] for found in reader.of("a")}
    assert links <= set(reader.ids)
    assert any(link.startswith("ref-") for link in links)


def test_scores_are_those_of_the_comparison(one):
    truth, prediction = labels(IRIS)
    for measure in ("adjusted_rand", "v_measure", "normalized_van_dongen"):
        assert f"{partita.measure(measure)(truth, prediction):.4f}" in one


def test_sizes_of_groups_are_those_of_the_comparison(one, several):
    # classes of 50, 50, 50; clusters of 50, 62, 38: CV₁ = 12 / 50
    sizes = one[one.index('<section id="sizes"') :]
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", sizes)
    assert cells[:5] == ["3", "3", "0.0000", "0.2400", "0.2400"]
    assert "CV₁ of the cluster sizes" not in one  # a single point is no figure
    assert "CV₁ of the cluster sizes" in several
    assert "Cluster sizes vary more than class sizes: DCV = 0.2400." in one
    assert "single group" in page(compare([0, 0, 1], [0, 0, 0]))


def test_every_figure_has_its_numbers_as_a_table(several):
    figures = re.findall(r"<figure .*?</figure>", several, re.DOTALL)
    assert len(figures) >= 5
    for each in figures:
        assert 'role="img"' in each
        assert "<figcaption>" in each
        assert re.search(
            r'<details class="numbers"><summary>Numbers of this figure</summary>\s*<div.*<table>',
            each,
            re.DOTALL,
        )


def test_the_report_says_which_objects_were_left_out():
    truth, prediction = [0, 0, 1, 1, 1, 0] * 5, [0, 0, 1, 1, -1, -1] * 5
    assert "10 of 30 objects are noise" in page(compare(truth, prediction, noise=-1))
    dropped = page(compare(truth, prediction, noise=-1, noise_as="drop"))
    assert "left out" in dropped


def test_facts_are_shown_as_given(tmp_path):
    path = tmp_path / "page.html"
    c = partita.compare([0, 0, 1, 1], [0, 0, 1, 2], measures="ARI")
    c.report(path)
    assert "<code>cells  2.h5ad" not in path.read_text(encoding="utf-8")
    c.report(path, facts={"file": "cells  2.h5ad"})
    shown = "<dl><dt>file</dt><dd><code>cells  2.h5ad</code></dd><dt>truth</dt>"
    assert shown in path.read_text(encoding="utf-8")


def test_sweeps_have_a_report():
    truth = [0, 0, 1, 1, 2, 2] * 10
    found = sweep(truth, {k: [label % k for label in truth] for k in (1, 2, 3)}, draws=49)
    html = page(found)
    Reader(html)
    assert "adjusted_rand prefers 3, which is significantly better than every other (1;" in html
    assert headings(html)[:2] == ["Verdict", "Over the parameter"]
    comparison = compare(truth, [label % 2 for label in truth])
    assert "Over the parameter" in headings(page(comparison, sweep=found))


def test_soft_clusterings_have_a_report():
    truth = np.repeat([0, 1], 10)
    fuzzy = partita.Fuzzy(np.eye(2)[truth] * 0.8 + 0.1)
    comparison = compare(truth, {"fuzzy": fuzzy}, measures=["adjusted_rand", "rand"])
    laws = {"rand of fuzzy": partita.law("rand", truth, fuzzy)}
    html = page(comparison, laws=laws)
    Reader(html)
    found = headings(html)
    assert "What soft clusterings leave open" in found
    assert "Where it fails" not in found
    both = page(compare(truth, {"fuzzy": fuzzy, "hard": truth}, measures=["adjusted_rand", "rand"]))
    assert "not shown" in both


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [
        ([0], [0]),
        ([0, 1], [0, 0]),
        ([0, 0], [0, 1]),
        (range(5), range(5)),
        ([0] * 5, [0] * 5),
        (range(5), [0] * 5),
        ([0, 0, 1, 1], range(4)),
    ],
)
def test_limits_have_a_report(truth, prediction):
    html = page(compare(list(truth), list(prediction)))
    Reader(html)
    assert "nan" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL).lower().split()


def test_weights_have_a_report():
    truth, prediction = labels(IRIS)
    html = page(compare(truth, prediction, weights=np.linspace(0.1, 1, 150)))
    Reader(html)
    assert "fractional weights" in html
    assert "objects are weighted" in html


def test_the_same_comparison_gives_the_same_page(one):
    truth, prediction = labels(IRIS)
    assert page(compare(truth, {"kmeans": prediction})) == one


# Safety


def test_hostile_names_stay_text():
    random = np.random.default_rng(0)
    truth = np.array(HOSTILE, dtype=object)[random.integers(0, 5, 300)]
    prediction = np.array(HOSTILE, dtype=object)[random.integers(0, 5, 300)]
    names = {name: prediction if k % 2 else truth for k, name in enumerate(HOSTILE)}
    html = page(compare(truth, names, measures=["adjusted_rand", "v_measure"]))
    reader = Reader(html)
    assert not {"script", "img", "iframe", "object", "embed", "form", "input"} & set(reader.tags)
    for _, attributes in reader.attributes:
        assert not [key for key in attributes if key.startswith("on")]
    assert "x" * 200 not in html
    assert "\x1b" not in html
    assert "\u202e" not in html
    html.encode()


def test_nothing_is_loaded_and_nothing_runs(several):
    reader = Reader(several)
    policy = next(found for found in reader.of("meta") if found.get("http-equiv"))
    assert policy["content"].startswith(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    )
    for _, attributes in reader.attributes:
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith(("#", "data:,"))
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    known = {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"https?://[^\"'\s<]+", several)) <= known


# Accessibility


def test_the_structure_is_accessible(several):
    reader = Reader(several)
    assert reader.of("html")[0]["lang"] == "en"
    for landmark in ("header", "main", "footer"):
        assert reader.tags.count(landmark) == 1
    assert reader.tags.count("h1") == 1
    assert reader.of("a")[0] == {"class": "skip", "href": "#content"}
    assert len(set(reader.ids)) == len(reader.ids)
    assert reader.tags.count("caption") == reader.tags.count("table")
    assert all(found.get("scope") in ("col", "row") for found in reader.of("th"))
    for drawn in reader.of("svg"):
        assert drawn["role"] == "img"
        assert drawn["aria-label"]
    for region in reader.of("div"):
        if region.get("class") == "scroll":
            assert region["tabindex"] == "0"
            assert region["aria-label"]


# Size


def test_many_groups_are_summed():
    random = np.random.default_rng(0)
    truth = random.integers(0, 500, 5_000)
    prediction = np.where(random.random(5_000) < 0.8, truth, random.integers(0, 600, 5_000))
    html = page(compare(truth, prediction))
    assert re.search(r"47\d others", html)  # of 500 classes 25 are listed
    assert len(html) < 1_000_000


@pytest.mark.parametrize(
    ("classes", "clusters", "seconds", "megabytes"), [(50, 60, 3, 2), (10_000, 10_000, 5, 3)]
)
def test_large_reports_are_quick_and_small(classes, clusters, seconds, megabytes):
    # The limits are seconds on a quiet machine; CPU time of all threads may be twice as much.
    random = np.random.default_rng(0)
    n = 10**6
    truth = random.integers(0, classes, n)
    prediction = np.where(random.random(n) < 0.7, truth, random.integers(0, clusters, n))
    comparison = compare(truth, prediction)
    start = time.process_time()
    html = page(comparison)
    assert time.process_time() - start < 2 * seconds
    assert len(html.encode()) < megabytes * 1e6


def test_of_many_clusterings_the_best_are_shown():
    random = np.random.default_rng(0)
    truth = random.integers(0, 3, 200)
    many = {
        f"run {k}": np.where(random.random(200) < k / 40, truth, random.integers(0, 3, 200))
        for k in range(36)
    }
    html = page(compare(truth, many, measures=["adjusted_rand", "v_measure"]))
    assert html.count('class="part"') == 8
    assert "28 more clusterings are listed below" in html
    Reader(html)


# Files


def test_the_report_is_written_in_one_step(tmp_path):
    truth, prediction = labels(IRIS)
    comparison = compare(truth, prediction, measures=["rand"])
    target = tmp_path / "report.html"
    target.write_text("before")
    comparison.report(target)
    assert target.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~current_umask()


def current_umask():
    value = os.umask(0)
    os.umask(value)
    return value


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    truth, prediction = labels(IRIS)
    comparison = compare(truth, prediction, measures=["rand"])
    target = tmp_path / "report.html"
    target.write_text("before")

    def broken(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(InputError, match="cannot be written: disk full"):
        comparison.report(target)
    assert target.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "report.html"
    link.symlink_to(tmp_path / "real" / "report.html")
    compare([0, 1], [0, 1], measures="rand").report(str(link))
    assert link.is_symlink()
    assert (tmp_path / "real" / "report.html").exists()


def test_bad_paths_are_refused(tmp_path):
    comparison = compare([0, 1], [0, 1], measures="rand")
    with pytest.raises(InputError, match="there is no such folder; make it first"):
        comparison.report(tmp_path / "missing" / "report.html")
    with pytest.raises(InputError, match="is a folder; name a file in it"):
        comparison.report(tmp_path)
    with pytest.raises(InputError, match="path must be the name of a file"):
        comparison.report(None)
    with pytest.raises(InputError, match="path is empty"):
        comparison.report("")


def test_given_colors_are_used():
    truth, prediction = labels(IRIS)
    comparison = compare(truth, prediction, measures=["rand"])
    assert "#12ab34" not in page(comparison)
    assert "#12ab34" in page(comparison, colors={1: "#12AB34"}).lower()


def test_results_write_their_reports(tmp_path):
    truth, prediction = labels(IRIS)
    swept = sweep(truth, {3: prediction, 1: [0] * len(truth)}, measures=["rand"], draws=9)
    swept.report(tmp_path / "sweep.html")
    compare(truth, prediction, measures=["rand"]).report(
        tmp_path / "report.html", colors={0: "#12ab34"}, sweep=swept
    )
    assert "prefers 3" in (tmp_path / "sweep.html").read_text("utf-8")
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "#12ab34" in text
    assert "Over the parameter" in text


# The frame, for any page


def test_a_page_of_any_content():
    rows = Table(("name", "value"), [("a", 1), ("<b>", None), ("c", 12345)])
    body = [table(rows, "Some < numbers", note="a & b"), figure("<svg></svg>", "Nothing", rows)]
    html = document("T < U", [section("first", "One & two", *body, folded("More", "text"))])
    reader = Reader(html)
    assert "T &lt; U" in html
    assert "12,345" in html
    assert "no value" in html
    assert reader.tags.count("table") == 2


def test_short_names_have_the_full_name_under_the_pointer():
    truth, prediction = labels(IRIS)
    long = "leiden on 30 components & 15 neighbors, resolution {}, cosine distance"
    names = {long.format(k): prediction for k in (1, 2)}
    html = page(compare(truth, names, measures=["rand"]))
    full = long.format(1).replace("&", "&amp;")
    assert f"<title>{full}</title>…resolution 1…</text>" in html
    assert f'data-clustering="…resolution 1…" title="{full}">' in html
    assert " title=" not in page(compare(truth, {"a": prediction, "b": prediction}))
