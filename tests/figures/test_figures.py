"""Figures as data: they show what the tables hold, and nothing else."""

import numpy as np
import pytest
from printed_tables import IRIS, WU_I, labels

import partita
from partita import InputError, figures
from partita.comparison import agreement, compare, rank_datasets, sweep
from partita.figures.grammar.layout import layout, text_width
from partita.figures.grammar.marks import Cells, Line, Names, Point, Rect, Region, Ribbon, Text
from partita.figures.grammar.palette import depth
from partita.figures.grammar.spans import span


def of(figure, kind):
    """All marks of a kind, also those that are marked as about a clustering."""
    every = [inner for mark in figure.marks for inner in getattr(mark, "marks", (mark,))]
    return [mark for mark in every if isinstance(mark, kind)]


@pytest.fixture(scope="module")
def iris():
    truth, prediction = labels(IRIS)
    return compare(truth, prediction, confidence=0.95, null="permutation", draws=199)


@pytest.fixture(scope="module")
def several():
    truth, good = labels(IRIS)
    rng = np.random.default_rng(1)
    worse = np.where(rng.random(len(truth)) < 0.3, rng.integers(0, 3, len(truth)), good)
    return compare(truth, {"good": good, "worse": worse, "one": np.zeros(len(truth), int)})


def test_ranges_place_each_score_between_its_bounds(iris):
    figure = figures.ranges(iris)
    dots = [point for point in of(figure, Point) if point.shape == "dot"]
    assert len(dots) == len(iris.scores)
    for dot, score in zip(dots, iris.scores, strict=True):
        low, high = score.chosen.measure.bounds
        if np.isfinite([low, high]).all():
            share = (score.value - low) / (high - low)
            assert dot.x == pytest.approx(share if score.better == "higher" else 1 - share)
    assert [label for _, label in figure.y.far] == [f"{s.value:.3f}" for s in iris.scores]
    assert len([p for p in of(figure, Point) if p.shape == "bar"]) == len(iris.scores)  # chance


def test_a_measure_without_a_worst_value_needs_chance_for_a_bar():
    assert span((0.0, np.inf), "lower", 1.0, None, None) is None
    found = span((0.0, np.inf), "lower", 1.0, (0.9, 1.1), 4.0)
    assert found.open
    assert found.at(1.0) == 0.75
    assert found.at(4.0) == 0.0


def test_bars_of_measures_where_lower_is_better_are_reversed():
    found = span((0.0, 1.0), "lower", 0.2, None, None)
    assert found.at(0.2) == pytest.approx(0.8)


def test_heatmap_shows_every_cell_with_its_count(iris):
    figure = figures.heatmap(iris)
    cells = list(iris.cells().rows())
    shown = {(x, y): text for x, y, text, _ in of(figure, Cells)[0].words}
    assert shown == {(row["column"], row["row"]): str(row["count"]) for row in cells}
    depths = [rect.fill for rect in of(figure, Rect) if rect.fill]
    assert depths == [depth(row["class_share"]) for row in cells]
    assert [label for _, label in figure.y.far] == ["50", "50", "50"]
    other = figures.heatmap(iris, share="cluster")
    assert of(other, Rect)[0].fill == depth(cells[0]["cluster_share"])
    with pytest.raises(InputError, match="share"):
        figures.heatmap(iris, share="row")


def test_the_class_matrix_shows_each_class_in_each_clustering(several):
    figure = figures.class_matrix(several)
    rows = list(several.class_matrix().rows())
    classes = list(dict.fromkeys(row["class"] for row in rows))
    assert [label for _, label in figure.y.ticks] == [str(name) for name in classes]
    assert [label for _, label in figure.x.far] == list(several.order)
    shown = {(x, y): text for x, y, text, _ in of(figure, Cells)[0].words}
    assert shown == {
        (several.order.index(row["prediction"]), classes.index(row["class"])): f"{row['f']:.2f}"
        for row in rows
    }
    letters = {row["prediction"]: row["group"] for row in several.ranks().table.rows()}
    values = [(several[name, "adjusted_rand"].value, letters[name]) for name in several.order]
    written = of(figure, Cells)[1]
    assert written.clusterings == several.order
    assert [text for _, _, text, _ in written.words] == [f"{v:.2f} {group}" for v, group in values]
    dots = of(figure, Point)
    assert [dot.y for dot in dots] == sorted(dot.y for dot in dots)  # the best is on top


def test_many_clusterings_have_their_scores_below_the_class_matrix():
    truth = np.arange(60) % 4
    moved = {f"run {k}": np.where(np.arange(60) < k, 0, truth) for k in range(40)}
    comparison = compare(truth, moved)
    drawn = figures.class_matrix(comparison, "not ranked")
    first = comparison.order[0]
    assert (drawn.x.far[0][1], drawn.x.parts) == (first, ("score", "name"))
    assert drawn.x.ticks[0][1] == f"{comparison[first, 'adjusted_rand'].value:.2f}"
    assert len(of(drawn, Cells)) == 1


def test_the_class_matrix_marks_classes_that_no_clustering_finds():
    truth = np.repeat([0, 1, 2, 3], [40, 40, 4, 4])
    merged = np.repeat([0, 1, 1, 1], [40, 40, 4, 4])
    drawn = figures.class_matrix(compare(truth, {"one": merged, "two": merged}))
    (line,) = [mark for mark in of(drawn, Line) if mark.color == "bad"]
    assert {y for _, y in line.points} == {1.5}  # below the two small classes
    assert [label for _, label in drawn.y.far] == ["0.15", "0.15", "0.91", "1.00"]
    found = figures.class_matrix(compare(truth, {"all": truth}))
    assert not [mark for mark in of(found, Line) if mark.color == "bad"]


def test_groups_are_shown_from_the_worst_to_the_best():
    truth = np.tile([0, 0, 1, 1], 30)
    wrong = np.where(np.arange(120) < 40, 0, truth)  # the first donor is in one cluster
    donors = np.repeat(["ann", "bob", "cy"], 40)
    comparison = compare(truth, {"good": truth, "wrong": wrong}, groups=donors)
    figure = figures.groups(comparison)
    assert [label for _, label in figure.y.ticks] == ["ann", "bob", "cy"]  # equal: in their order
    assert {label for _, label in figure.y.far} == {"40"}
    dots = sorted((round(dot.y), dot.x) for dot in of(figure, Point))
    assert dots == [(0, 0.0), (0, 1.0), (1, 1.0), (1, 1.0), (2, 1.0), (2, 1.0)]
    single = np.where(donors == "bob", 1, truth)
    left = figures.groups(compare(single, {"good": truth, "wrong": wrong}, groups=donors))
    assert [label for _, label in left.y.ticks] == ["ann", "cy", "bob"]
    assert {round(dot.y) for dot in of(left, Point)} == {0, 1}
    alone = figures.groups(compare(truth, wrong, groups=donors[::-1]))
    assert [label for _, label in alone.y.ticks] == ["cy", "ann", "bob"]


def test_ribbons_are_as_wide_as_their_cells(iris):
    figure = figures.flow(iris)
    ribbons = of(figure, Ribbon)
    widths = sorted(ribbon.left[1] - ribbon.left[0] for ribbon in ribbons)
    counts = sorted(iris.cells()["count"].tolist())
    assert np.allclose(np.array(widths) / widths[-1], np.array(counts) / counts[-1])
    for ribbon in ribbons:
        assert ribbon.left[1] - ribbon.left[0] == pytest.approx(ribbon.right[1] - ribbon.right[0])


def test_names_of_the_flow_do_not_touch():
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(18), 2 ** (np.arange(18) // 2))  # sizes from 1 to 256
    figure = figures.flow(compare(truth, rng.permutation(truth), measures="rand"))
    for ticks in (figure.y.ticks, figure.y.far):
        gaps = np.diff(sorted(place for place, _ in ticks))
        assert gaps.min() >= 14


def test_ribbons_have_the_given_colors(iris):
    named = figures.flow(iris, colors={0: "#111111", 1: "#222222", 2: "#333333"})
    assert {ribbon.fill for ribbon in of(named, Ribbon)} == {"#111111", "#222222", "#333333"}
    listed = figures.flow(iris, colors=["#abc", "#def000", "#123456"])
    assert "#aabbcc" in {ribbon.fill for ribbon in of(listed, Ribbon)}
    with pytest.raises(InputError, match="is not a color"):
        figures.flow(iris, colors={0: 'red" onload="alert(1)'})


def test_points_and_lines_of_the_plane_agree(several):
    figure = figures.plane(several)
    rows = list(several.plane().rows())
    points = of(figure, Point)
    assert [(p.x, p.y) for p in points] == [(r["homogeneity"], r["completeness"]) for r in rows]
    for line, (height, label) in zip(of(figure, Line), figure.y.far, strict=True):
        h, c = np.array(line.points).T
        value = 2 * h * c / (h + c)
        assert np.allclose(value, float(label.split()[-1]))
        assert line.points[-1][1] == pytest.approx(height)  # named where it leaves the figure
    for region in of(figure, Region):
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in region.points)
    assert [name for _, _, name in of(figure, Names)[0].points] == list(several.predictions)


def test_leaderboard_and_differences_show_the_ranking(several):
    ranking = several.ranks(draws=199)
    board = figures.leaderboard(ranking)
    rows = list(ranking.table.rows())
    assert [label for _, label in board.y.far] == [f"{r['value']:.3f}  {r['group']}" for r in rows]
    listed = figures.differences(ranking)
    dots = of(listed, Point)
    assert [dot.x for dot in dots] == ranking.differences["value"].tolist()


def test_many_differences_are_a_matrix():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 40)
    noisy = {
        f"c{k}": np.where(rng.random(120) < k / 10, rng.integers(0, 3, 120), truth)
        for k in range(7)
    }
    ranking = compare(truth, noisy).ranks(draws=49)
    figure = figures.differences(ranking)
    assert len(of(figure, Cells)[0].words) == 21
    assert len(figure.x.ticks) == len(figure.y.ticks) == 7


def test_lines_have_integer_ticks_and_a_ring_at_the_best():
    truth, prediction = labels(WU_I)
    found = sweep(truth, {1: truth * 0, 5: prediction, 7: truth}, draws=0, measures="v_measure")
    figure = figures.lines(found)
    assert [label for _, label in figure.x.ticks] == ["1", "5", "7"]
    rings = [point for point in of(figure, Point) if point.shape == "ring"]
    assert [ring.x for ring in rings] == [found.best["v_measure"]] == [7]
    dashed = [line for line in of(figure, Line) if line.dashed]
    assert [y for _, y in dashed[0].points] == found.table["expected"].tolist()
    assert not figure.x.log


def test_lines_over_decades_are_logarithmic_and_texts_are_categories():
    truth = np.arange(400) // 40
    by_k = {k: np.arange(400) * k // 400 for k in (2, 10, 100)}
    assert figures.lines(sweep(truth, by_k, draws=0)).x.log
    words = sweep(truth, {"leiden": by_k[2], "louvain": by_k[10]}, draws=0)
    axis = figures.lines(words).x
    assert axis.categories
    assert axis.ticks == ((0.0, "leiden"), (1.0, "louvain"))


def test_matrix_has_the_order_and_the_brackets_of_the_tree():
    given = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "c": [1, 1, 0, 0]}
    found = agreement(given)
    figure = figures.matrix(found)
    assert [label for _, label in figure.x.ticks] == list(found.order)
    words = {(x, y): text for x, y, text, _ in of(figure, Cells)[0].words}
    for x, one in enumerate(found.order):
        for y, other in enumerate(found.order):
            assert words[x, y].replace("−", "-") == f"{found[one, other]:.2f}"
    assert len(of(figure, Line)) == 2  # two brackets join three leaves


SOFT = {
    "probability": partita.Fuzzy([[0.8, 0.2], [0.6, 0.4], [0.1, 0.9], [0.0, 1.0]]),
    "set": partita.Rough([{0}, {0, 1}, {1}, {1}]),
    "possibility": partita.Possibilistic([[1, 0.3], [1, 0.6], [0.2, 1], [0.5, 1]]),
    "belief": partita.Evidential(
        [[0.7, 0.1, 0.2], [0.6, 0.2, 0.2], [0.1, 0.8, 0.1], [0, 1, 0]], [{0}, {1}, {0, 1}]
    ),
}


@pytest.mark.parametrize("kind", SOFT)
def test_law_shows_mass_mean_and_interval(kind):
    found = partita.law("rand", [0, 0, 1, 1], SOFT[kind])
    assert found.kind == kind
    figure = figures.law(found, measure="rand")
    assert [p.x for p in of(figure, Point) if p.shape == "diamond"] == [found.mean]
    thick = [line for line in of(figure, Line) if line.width == 4]
    ends = [[x for x, _ in line.points] for line in thick]
    assert ends == ([[found.low, found.high]] if found.low < found.high else [])
    if kind != "belief":
        stems = [line.points[1] for line in of(figure, Line) if line.width == 1.6]
        assert stems == list(zip(found.support.tolist(), found.mass.tolist(), strict=True))


def test_bars_of_many_values_hold_all_the_mass():
    rng = np.random.default_rng(0)
    fuzzy = partita.Fuzzy.normalized(rng.random((60, 3)))
    found = partita.law("rand", np.repeat([0, 1, 2], 20), fuzzy)
    bars = of(figures.law(found), Rect)
    assert len(bars) <= 81
    assert sum(bar.y1 for bar in bars) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("name", ["rand", "variation_of_information"])
def test_posterior_shows_draws_interval_and_margin(name):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 80)
    a, b = (np.where(rng.random(80) < q, truth, rng.integers(0, 3, 80)) for q in (0.8, 0.7))
    found = partita.posterior(name, truth, a, b, margin=(-0.02, 0.05))
    figure = figures.posterior(found)
    margin, *bars = of(figure, Rect)
    assert (margin.x0, margin.x1) == ((-0.02, 0.05) if name == "rand" else (-0.05, 0.02))
    assert margin.fill != bars[0].fill
    assert sum(bar.y1 for bar in bars) == pytest.approx(1)
    values = np.array(found.values)
    for bar in bars[:-1]:
        assert bar.y1 == np.mean((values >= bar.x0) & (values < bar.x1))
    assert [p.x for p in of(figure, Point) if p.shape == "diamond"] == [found.value]
    thick = [[x for x, _ in line.points] for line in of(figure, Line) if line.width == 4]
    assert thick == [list(found.interval)]
    assert [line.points[0][0] for line in of(figure, Line) if line.dashed] == [0]
    assert "within -0.02 to +0.05: " in figure.legend[-1].label


def test_the_posterior_of_one_score_has_neither_zero_nor_margin():
    found = partita.posterior("rand", *labels(IRIS))
    figure = figures.posterior(found)
    assert [line for line in of(figure, Line) if line.dashed] == []
    assert {rect.fill for rect in of(figure, Rect)} == {"class 0"}
    assert figure.x.low > 0.5
    assert len(figure.legend) == 2
    same = partita.posterior("rand", [0, 0, 0], [0, 0, 0])
    assert sum(bar.y1 for bar in of(figures.posterior(same), Rect)) == pytest.approx(1)


def test_plan_shows_the_curve_the_goal_the_range_and_the_pilot():
    found = partita.plan("rand", *labels(IRIS), half_width=0.02)
    figure = figures.plan(found)
    (shade,) = of(figure, Rect)
    assert (shade.x0, shade.x1) == (found.low, found.high)
    curve, goal = of(figure, Line)
    assert all(width == found.width(n) for n, width in curve.points)
    assert goal.points[1] == (found.n, 0.02)
    assert {(p.x, p.y) for p in of(figure, Point)} == {
        (found.pilot, found.pilot_width), (found.n, 0.02)
    }  # fmt: skip
    assert figure.x.log
    assert figure.x.low < min(found.pilot, found.low) < found.high < figure.x.high
    assert figure.x.label == "objects (logarithmic)"
    assert figure.y.label == "half of the 95% interval"


def test_the_score_curve_shows_the_sample_the_curve_and_the_interval():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 20, 300)
    a = np.where(rng.random(300) < 0.5, truth, rng.integers(0, 20, 300))
    for objects in (100, 900, None):
        found = partita.score_at("v_measure", truth, a, objects=objects, draws=9)
        figure = figures.score_curve(found)
        dots = [(p.x, p.y) for p in of(figure, Point) if p.shape == "dot"]
        assert dots == list(found.curve)
        (ring,) = [(p.x, p.y) for p in of(figure, Point) if p.shape == "ring"]
        assert ring == (300, found.sample_value)
        (value,) = [p for p in of(figure, Point) if p.shape == "diamond"]
        assert value.y == found.value
        assert value.x == objects or (objects is None and value.x > dots[-1][0])
        thick = [line for line in of(figure, Line) if line.width == 4]
        assert [[y for _, y in line.points] for line in thick] == [[found.low, found.high]]
        (dashed,) = [line for line in of(figure, Line) if line.dashed]
        assert dashed.points[0] == (300, found.sample_value)
        assert all(figure.x.low < x < figure.x.high for x, _ in figure.x.ticks)
    only = figures.score_curve(partita.score_at("purity", truth, a, objects=100, draws=9))
    assert [line for line in of(only, Line) if line.dashed] == []
    assert not any("more objects" in key.label for key in only.legend)


@pytest.mark.parametrize("every", [5, 100])
def test_monitoring_shows_values_intervals_and_what_happened(every):
    rng = np.random.default_rng(2)
    truth, noise = rng.integers(0, 3, (2, 600))
    good = np.where(rng.random(600) < 0.9, truth, noise)
    fell = np.where(np.arange(600) < 300, good, noise)
    found = partita.monitor("rand", truth, good, fell, every=every)
    figure = figures.monitoring(found)
    (band,) = of(figure, Region)
    ends = [(look.n, look.high) for look in found.looks]
    ends += [(look.n, look.low) for look in reversed(found.looks)]
    assert list(band.points) == ends
    (line,) = [line for line in of(figure, Line) if line.width == 2]
    assert list(line.points) == [(look.n, look.value) for look in found.looks]
    (zero,) = [line for line in of(figure, Line) if line.dashed and line.color == "ink"]
    assert {y for _, y in zero.points} == {0}
    (decided,) = [point for point in of(figure, Point) if point.shape == "diamond"]
    assert (decided.x, decided.y) == (found.first_decided.n, found.first_decided.value)
    assert figure.legend[3].label == f"a better since {found.first_decided.n} objects"
    assert figure.x.log == (every == 5)
    assert all(figure.x.low <= x <= figure.x.high for x, _ in figure.x.ticks)
    alone = partita.monitor("rand", truth, fell, every=every)
    single = figures.monitoring(alone)
    assert not [line for line in of(single, Line) if line.dashed and line.color == "ink"]
    (ring,) = [point for point in of(single, Point) if point.shape == "ring"]
    assert (ring.x, ring.y) == (alone.changed.n, alone.changed.value)


def test_one_look_is_a_bar():
    figure = figures.monitoring(partita.monitor("rand", *labels(IRIS), every=150))
    assert not of(figure, Region)
    (bar,) = [line for line in of(figure, Line) if line.width == 3]
    assert bar.points[0][0] == bar.points[1][0] == 150


def test_critical_joins_methods_that_are_not_distinguishable():
    rng = np.random.default_rng(0)
    means = {"a": 0.9, "b": 0.88, "c": 0.5, "d": 0.3}
    scores = {k: {m: v + 0.05 * rng.standard_normal() for m, v in means.items()} for k in range(9)}
    found = rank_datasets(scores)
    figure = figures.critical(found)
    bars = [line for line in of(figure, Line) if line.width == 4]
    ranks = dict(zip(found.table["method"], found.table["mean_rank"], strict=True))
    shared = {tuple(sorted(x for x, _ in bar.points)) for bar in bars}
    groups = list(found.table["group"])
    letters = {letter for group in groups for letter in group}
    expected = {
        (min(r), max(r))
        for r in ([ranks[m] for m, g in zip(ranks, groups, strict=True) if letter in g]
                  for letter in letters)
        if len(r) > 1
    }  # fmt: skip
    assert shared == expected
    named = [label for _, label in (*figure.y.ticks, *figure.y.far)]
    assert len(named) == 4


def test_the_title_of_a_range_bar_has_its_numbers():
    figure = figures.range_bar(0.8, 0.7, 0.9, 0.1)
    assert figure.title == "0.800, interval 0.700 to 0.900, chance 0.100"
    assert figures.range_bar(0.8, bounds=(0.0, np.inf), better="lower").marks == ()


def test_margins_hold_the_labels(iris):
    for figure in (figures.ranges(iris), figures.heatmap(iris), figures.flow(iris)):
        place = layout(figure)
        widest = max(text_width(label) for _, label in figure.y.ticks)
        assert place.left > widest
        assert place.right > max(text_width(label) for _, label in figure.y.far)


def test_an_undefined_score_is_marked():
    c = compare([0, 0, 1, 1], [0, 0, 1, 1], measures=["adjusted_rand"])
    assert of(figures.ranges(c), Text)
