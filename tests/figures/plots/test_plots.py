"""Plots take and return axes, show nothing and change no setting."""

import io
from itertools import pairwise

import numpy as np
import pytest
from printed_tables import IRIS, labels

import partita
from partita import InputError
from partita.comparison import agreement, compare, rank_datasets, sweep
from partita.figures.plots.plots import draw, publication
from partita.figures.svg.svg import svg

mpl = pytest.importorskip("matplotlib")
mpl.use("agg")
import matplotlib.pyplot as plt  # noqa: E402 - the backend is chosen first


@pytest.fixture(autouse=True)
def _closed():
    before = dict(mpl.rcParams)
    yield
    plt.close("all")
    assert dict(mpl.rcParams) == before


def _comparison():
    truth, good = labels(IRIS)
    other = np.where(np.arange(len(truth)) % 5 == 0, 3, good)
    return compare(truth, {"good": good, "$other$_1": other}, confidence=0.95, draws=99)


def _grouped():
    truth, good = labels(IRIS)
    return compare(truth, {"good": good, "truth": truth}, groups=np.arange(len(truth)) % 4)


def _plots():
    c = _comparison()
    truth, good = labels(IRIS)
    scores = {k: {"a": 0.9, "b": 0.5 + k / 100, "c": 0.6} for k in range(6)}
    yield "heatmap", lambda ax: c.plot.heatmap(ax, prediction="$other$_1")
    yield "classes", c.plot.classes
    yield "groups", _grouped().plot.groups
    yield "flow", lambda ax: c.plot.flow(ax, prediction="good", colors={0: "red"})
    yield "plane", c.plot.plane
    yield "ranges", c.plot.ranges
    yield "sweep", sweep(truth, {2: good, 3: truth}, draws=0).plot
    yield "agreement", agreement({"a": truth, "b": good}).plot
    yield "posterior", partita.posterior("rand", truth, good, truth, margin=0.02).plot
    yield "plan", partita.plan("rand", truth, good, half_width=0.05).plot
    yield "score curve", partita.score_at("v_measure", truth, good).plot
    yield "monitoring", partita.monitor("rand", truth, good, truth).plot
    yield "monitoring of a score", partita.monitor("rand", truth, good).plot  # two rows of keys
    yield "law", partita.law("rand", [0, 0, 1, 1], partita.Rough([{0}, {0, 1}, {1}, {1}])).plot
    yield "ranking", c.ranks(draws=49).plot
    yield "differences", c.ranks(draws=49).plot_differences
    yield "datasets", rank_datasets(scores).plot
    gaps = {"iris": (0.06, 0.02), "wine": (0.1, 0.03), "a name that is very long": (0.02, 0.01)}
    yield "forest", partita.pool_datasets(gaps).plot
    yield "references", partita.comparison.join_references({"Ann": c, "Bob": c}, draws=99).plot
    runs = {"a": [good, truth], "b": [truth, np.roll(good, 9), np.roll(good, 5)]}
    methods = partita.compare_runs(truth, runs)
    yield "runs", methods.plot
    yield "variance parts", methods.plot_parts
    found = partita.consistency(c)
    yield "consistency", found.plot
    yield "tree", found.plot_tree
    yield "uniform effect", partita.uniform_effect(c).plot
    yield "properties", partita.properties("rand", grid="small").plot


PLOTS = dict(_plots())


@pytest.mark.parametrize("name", PLOTS)
def test_plots_draw_on_the_axes_they_get(name, monkeypatch):
    monkeypatch.setattr(plt, "show", lambda *_, **__: pytest.fail("shown"))
    figure, ax = plt.subplots(figsize=(6, 5), layout="constrained")
    assert PLOTS[name](ax) is ax
    figure.canvas.draw()
    assert plt.get_fignums() == [figure.number]  # the call makes no other figure


@pytest.mark.parametrize("name", PLOTS)
def test_nothing_is_cut_off_on_new_axes(name):
    ax = PLOTS[name](None)
    page = ax.figure
    page.canvas.draw()
    box = ax.get_tightbbox()
    assert min(box.x0, box.y0) >= -1
    assert box.x1 <= page.bbox.width + 1
    assert box.y1 <= page.bbox.height + 1


@pytest.mark.parametrize(
    "name",
    [
        "ranges",
        "heatmap",
        "classes",
        "sweep",
        "ranking",
        "runs",
        "datasets",
        "forest",
        "consistency",
        "tree",
    ],
)
def test_labels_of_an_axis_do_not_overlap(name):
    ax = PLOTS[name](None)
    ax.figure.canvas.draw()
    for labels_ in (ax.get_xticklabels(), ax.get_yticklabels()):
        boxes = [label.get_window_extent() for label in labels_ if label.get_text()]
        for one, other in pairwise(boxes):
            assert one.width * other.width == 0 or not one.overlaps(other)


def test_dollar_signs_are_not_mathematics():
    ax = PLOTS["plane"](None)
    names = [text for text in ax.texts if "other" in text.get_text()]
    assert [text.get_text() for text in names] == ["$other$_1"]
    assert not names[0].get_parse_math()
    ax.figure.canvas.draw()


def test_saved_text_stays_text():
    ax = PLOTS["heatmap"](None)
    with publication():
        out = io.StringIO()
        ax.figure.savefig(out, format="svg")
        pdf = io.BytesIO()
        ax.figure.savefig(pdf, format="pdf")
    assert ">classes</text>" in out.getvalue()
    assert b"/FontType 42" in pdf.getvalue() or b"/CIDFontType2" in pdf.getvalue()


def test_integer_parameters_have_integer_ticks():
    ax = PLOTS["sweep"](None)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "3"]


def test_colors_are_as_given_and_fit_a_dark_background():
    ax = PLOTS["flow"](None)
    assert mpl.colors.to_rgba("red", 0.5) in {patch.get_facecolor() for patch in ax.patches}
    with plt.style.context("dark_background"):
        ax = PLOTS["ranges"](None)
        ink = mpl.colors.to_rgb(ax.get_yticklabels()[0].get_color())
        assert sum(ink) > 2


def test_what_is_not_axes_is_refused():
    c = _comparison()
    with pytest.raises(InputError, match=r"ax is a str, .* pass prediction='good'"):
        c.plot.heatmap("good")
    with pytest.raises(InputError, match=r"ax is a ndarray, .*matplotlib\.pyplot\.subplots"):
        c.plot.ranges(plt.subplots(2)[1])


def test_small_axes_have_fewer_labels():
    truth = np.arange(4000) % 40
    c = compare(truth, truth, measures="rand")
    _, ax = plt.subplots(figsize=(2.5, 2.5))
    c.plot.heatmap(ax)
    assert len(ax.get_yticklabels()) < 40


def test_both_renderers_show_the_same_text():
    from partita import figures

    c = _comparison()
    figure = figures.heatmap(c, "good")
    ax = draw(figure)
    words = {text.get_text() for text in ax.texts}
    assert all(f">{word}</text>" in svg(figure) for word in words if word.isdigit())


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch):
    import sys

    from partita.figures import range_bar

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(InputError, match=r"partita\[plot\]"):
        draw(range_bar(0.5))
