"""Data on which each sentence about the data is true, and data on which it must not appear."""

from functools import cache, partial
from html import unescape
from typing import NamedTuple

import numpy as np
from pages import page
from printed_tables import ROSENBERG_A, ROSENBERG_B, WU_I, WU_II, clean, larger, together

import partita
from partita.base.errors import UndefinedError
from partita.comparison import compare, report_data
from partita.report import page as pages
from partita.report.page.details import pictures


def random_labels(k, n=300, seed=0):
    return np.random.default_rng(seed).integers(0, k, n)


def three(each=100):
    return np.repeat([0, 1, 2], each)


def moved(objects, truth=None, to=1):
    """A clustering with this many objects of the first class in the second cluster."""
    found = three() if truth is None else truth.copy()
    found[:objects] = to
    return found


def marked(every=9):
    """A clustering whose every k-th object has the label -1."""
    return np.where(np.arange(300) % every == 0, -1, three())


def skewed(every):
    """Four classes of very different size, and the same with some objects misplaced."""
    truth = np.repeat(np.arange(4), [900, 50, 30, 20])
    prediction = truth.copy()
    prediction[::every] = 0
    return truth, prediction


def two_skewed(moved_objects):
    truth, one = skewed(40)
    two = one.copy()
    two[:moved_objects] = 1
    return truth, {"one": one, "two": two}


def left_out():
    """Two clusterings: half noise and the rest right; all in clusters, some wrong."""
    return {"noisy": np.where(np.arange(300) % 2 == 0, -1, three()), "full": moved(40)}


DROP = {"noise": -1, "noise_as": "drop"}
APPLIES = {
    "no better than chance": lambda: (random_labels(4, 500), random_labels(4, 500, 1)),
    "label -1": lambda: (three(), marked()),
    "label -1 decides": lambda: (three(), left_out()),
    "label -1 in the truth": lambda: (marked(), three()),
    "imbalanced classes": lambda: skewed(40),
    "uniform effect": lambda: together(I=larger(WU_I)),
    "close scores": lambda: two_skewed(2),
    "same clustering": lambda: (three(), {"a": moved(9), "b": moved(9) + 5}),
    "few objects differ": lambda: (three(), {"a": moved(9), "b": moved(10)}),
    "chance": lambda: (three(), random_labels(150)),
    "more clusters, more V": lambda: (
        three(),
        {"few": np.where(random_labels(2, seed=1), three(), random_labels(3)), "ids": range(300)},
    ),
    "matching problem": lambda: together(A=larger(ROSENBERG_A), B=larger(ROSENBERG_B)),
    "small sample": lambda: together(A=ROSENBERG_A),
    "few objects": lambda: (three(8), three(8)),
    "few groups": lambda: (three(), random_labels(3), {"groups": np.arange(300) % 6}),
    "noise": lambda: (three(), marked(), {"noise": -1}),
    "left out": lambda: (three(), np.where(marked() < 0, -1, moved(30)), DROP),
    "one group": lambda: (three(), np.zeros(300, dtype=int)),
    "nearly continuous labels": lambda: (three(), np.arange(300)),
    "measures disagree": lambda: together(I=larger(WU_I), II=larger(WU_II)),
}  # fmt: skip
DOES_NOT_APPLY = {
    "no better than chance": lambda: (three(), moved(90)),
    "label -1": lambda: (three(), marked(), {"noise": -1, "noise_as": "cluster"}),
    "label -1 decides": lambda: (three(), {"noisy": marked(), "worse": moved(90)}),
    "label -1 in the truth": lambda: (2 * (three() > 1) - 1, three()),  # -1 and 1: two classes
    "imbalanced classes": lambda: together(A=ROSENBERG_A),
    "uniform effect": lambda: together(II=larger(WU_II)),
    "close scores": lambda: together(I=larger(WU_I), II=larger(WU_II)),
    "same clustering": lambda: (three(), {"a": moved(9), "b": moved(10)}),
    "few objects differ": lambda: (three(), {"a": moved(9), "b": moved(15)}),
    "chance": lambda: (three(), random_labels(3)),
    "more clusters, more V": lambda: (three(), {"few": random_labels(2), "right": three()}),
    "matching problem": lambda: together(A=ROSENBERG_A, B=ROSENBERG_B),  # 15 objects are too few
    "small sample": lambda: (three(8), three(8)),  # few objects, but V of 1 has no bias
    "few objects": lambda: (three(), moved(90)),
    "few groups": lambda: (three(), random_labels(3), {"groups": np.arange(300) % 12}),
    "noise": lambda: (three(), marked(300), {"noise": -1}),
    "left out": lambda: (three(), np.where(marked(300) < 0, -1, moved(30)), DROP),
    "one group": lambda: (three(), np.repeat([0, 1], 150)),
    "nearly continuous labels": lambda: (
        three(), np.where(np.arange(300) % 3 > 0, -1, three()), {"noise": -1}
    ),
    "measures disagree": lambda: (
        three(8), {"a": moved(3, three(8)), "b": np.repeat([0, 1, 1, 2], [5, 3, 8, 8])}
    ),
}  # fmt: skip


def compared(truth, prediction, **options):
    return compare(truth, prediction, **{"measures": "adjusted_rand", **options})


def verdict(truth, prediction, **options):
    return "\n".join(map(str, compared(truth, prediction, **options).verdict))


def advice(truth, prediction, **options):
    return "\n".join(map(str, compared(truth, prediction, **options).advice))


def remarks(truth, prediction, **options):
    return "\n".join(report_data.report_data(compared(truth, prediction, **options)).remarks)


def wide():
    """Tables with more than 10,000 cells."""
    random = np.random.default_rng(0)
    return random.integers(0, 400, 20_000), random.integers(0, 400, 20_000)


def not_drawn():
    truth, prediction = wide()
    return str(pictures(compared(truth, prediction), "prediction"))


def undrawable():
    """Remarks if drawn tables have no value."""

    def refuse(*_):
        raise UndefinedError("no value")

    kept = report_data.score_intervals
    report_data.score_intervals = refuse
    try:
        return remarks(*clean())
    finally:
        report_data.score_intervals = kept


def lost(group):
    """Two clusterings that spread one of three classes over all clusters."""
    truth, random = three(20), random_labels(20, 60)
    return {name: np.where(truth == group, random + k, truth) for k, name in enumerate("ab")}


def pages_of_classes(classes):
    """The report of two clusterings of this many classes."""
    truth = np.repeat(np.arange(classes), 3)
    return page(compared(truth, {"one": truth // 2, "two": truth}))


def grouped(names, clusterings=None):
    """The verdict on clusterings, with groups of these names in turn."""
    clusterings = clusterings or {"a": moved(9), "b": moved(40)}
    return verdict(three(), clusterings, groups=np.resize(list(names), 300))


def page_of_groups(groups):
    return page(compared(three(), moved(9), groups=np.arange(300) % groups))


def switching(prediction, **options):
    """The interactive report of two clusterings, by two measures."""
    both = {"a": prediction, "b": three()}
    measures = ["adjusted_rand", "southwood"]  # southwood has no value if all pairs agree
    found = report_data.report_data(compared(three(), both, measures=measures, **options))
    return unescape(pages.page(report_data.with_treatments(found), interactive=True))


def memberships():
    truth = three(20)
    return truth, partita.Fuzzy(np.full((60, 3), 0.1) + np.eye(3)[truth] * 0.7)


def rough(open_objects):
    sets = np.eye(2, dtype=bool)[np.repeat([0, 1], 10)]
    sets[:open_objects] = True
    return np.repeat([0, 1], 10), partita.Rough(sets)


WEIGHTS = np.linspace(0.1, 1, 300)
PAGES = {
    "plain": lambda: compared(*clean()),
    "two": lambda: compared(three(), {"a": moved(5), "b": moved(40)}),
    "many": lambda: compared(three(8), {f"c{k}": moved(k, three(8)) for k in range(10)}),
    "weighted": lambda: compared(*clean(), weights=WEIGHTS),
    "perfect": lambda: compared(three(), three()),
    "noisy": lambda: compared(
        three(), marked(), noise=-1, groups=np.arange(300) % 30, confidence=0.9, draws=99,
        null="permutation",
    ),
    "truth noise": lambda: compared(marked(), three(), noise={"truth": -1}),
    "lost": lambda: compared(three(), np.where(three() == 0, -1, three()), noise=-1),
    "split": lambda: compared(three(), np.arange(300) // 50),
    "merged": lambda: compared(three(), np.where(three() == 2, 1, three())),
    "scattered": lambda: compared(np.arange(300) // 20, np.arange(300) % 7),
    "soft": lambda: compared(memberships()[0], {"f": memberships()[1], "h": three(20)}),
    "undefined": lambda: compared(
        *clean(), weights=WEIGHTS, measures="adjusted_mutual_information"
    ),
}  # fmt: skip


@cache
def shown(name):
    return unescape(page(PAGES[name]()))


class Statement(NamedTuple):
    """A part of a sentence in the code, and data on which it is true and false."""

    text: str  # as in the code, between placeholders
    true: object  # a call that returns what is printed
    false: object
    said: str = ""  # as printed, if that differs


# Headings, captions and definitions, which say how to read and nothing about the data; and what


def on(name):
    return partial(shown, name)


STATEMENTS = [
    # the switches of an interactive report
    Statement("No clustering has a value", lambda: switching(three()),
              lambda: switching(moved(9))),
    Statement(" Intervals are computed for the labels as given only.",
              lambda: switching(marked(), noise=-1), lambda: switching(moved(9))),
    # advice
    Statement("as single objects", lambda: advice(three(), marked()),
              lambda: advice(three(), three())),
    Statement("counted ",
              lambda: advice(three(), marked(), noise=-1, noise_as="cluster"),
              lambda: advice(three(), marked(), noise=-1, noise_as="drop"),
              "counted as one cluster"),
    Statement("counted ", lambda: advice(three(), marked(), noise=-1),
              lambda: advice(three(), marked(), noise=-1, noise_as="cluster"),
              "counted as single objects"),
    Statement("in its largest piece", lambda: advice(*together(I=larger(WU_I))),
              lambda: advice(*together(I=larger(WU_II)))),
    Statement(" is better than ", lambda: advice(*together(I=larger(WU_I), II=larger(WU_II))),
              lambda: advice(*together(I=larger(WU_I)))),
    # verdict
    Statement("too wide for a word",
              lambda: verdict(three(5), moved(3, three(5)), confidence=0.95, draws=99),
              lambda: verdict(*clean(), confidence=0.95, draws=99)),
    Statement("no object in a cluster",
              lambda: verdict(three(), np.where(three() == 0, -1, three()), noise=-1),
              lambda: verdict(three(), marked(), noise=-1)),
    Statement("one of its ", lambda: verdict(three(), np.arange(300) // 50),
              lambda: verdict(three(), marked(), noise=-1)),
    Statement(" lost (1 − ", lambda: verdict(three(), np.arange(300) // 50),
              lambda: verdict(three(), three())),
    Statement(" on Steinley's (2004) scale", lambda: verdict(*clean()),
              lambda: verdict(three(), three())),
    Statement(" is better.",
              lambda: verdict(memberships()[0], memberships()[1], measures="v_measure"),
              lambda: verdict(*memberships())),
    Statement(" is identical to ", lambda: verdict(three(), three()), lambda: verdict(*clean())),
    Statement("on average over the possible hard clusterings", lambda: verdict(*memberships()),
              lambda: verdict(*clean())),
    Statement("depending on where uncertain objects belong", lambda: verdict(*rough(2)),
              lambda: verdict(*memberships())),
    Statement("puts all objects into one cluster", lambda: verdict([0, 0, 1, 1], [7] * 4),
              lambda: verdict([0, 0, 1, 1], [7, 7, 7, 8])),
    Statement("puts no object into a cluster",
              lambda: verdict([0, 0, 1, 1], [-1] * 4, noise=-1),
              lambda: verdict([0, 0, 1, 1], [-1] * 4)),
    Statement("puts no two objects into one cluster",
              lambda: verdict([0, 0, 1, 1], [0, 1, -1, -1], noise=-1),
              lambda: verdict([0, 0, 1, 1], [0, 0, -1, -1], noise=-1)),
    Statement("is compared with a single class", lambda: verdict([0] * 4, [0, 0, 1, 1]),
              lambda: verdict([0, 0, 0, 1], [0, 0, 1, 1])),
    Statement("in which no two objects share a class",
              lambda: verdict([0, 1, 2, 3], [0, 0, 1, 1]),
              lambda: verdict([0, 1, 2, 2], [0, 0, 1, 1])),
    Statement("each of its clusters is one of the ", lambda: verdict([0, 1], [1, 0]),
              lambda: verdict(*clean())),
    Statement("one cluster, one class", lambda: verdict([0, 0], [3, 3]),
              lambda: verdict([0, 0, 1], [3, 3, 3])),
    Statement("; adjusted_mutual_information = ", lambda: verdict(*clean()),
              lambda: verdict(*clean(), weights=WEIGHTS)),
    Statement("Classes are merged more than split", lambda: verdict(three(), three() // 2),
              lambda: verdict(three(), np.arange(300) // 50)),
    Statement("Classes are split more than merged",
              lambda: verdict(three(), np.arange(300) // 50),
              lambda: verdict(three(), three() // 2)),
    Statement("Merging and splitting are balanced", lambda: verdict(*clean()),
              lambda: verdict(three(), three() // 2)),
    Statement("Merging and splitting are balanced within sampling error",
              lambda: verdict(three(8), np.repeat([0, 3, 1, 2], [5, 1, 10, 8])),
              lambda: verdict(three(160), np.repeat([0, 3, 1, 2], [100, 20, 200, 160]))),
    Statement(" no value for ",
              lambda: verdict(*clean(), weights=WEIGHTS, measures="adjusted_mutual_information"),
              lambda: verdict(*clean(), weights=WEIGHTS)),
    Statement("No clustering finds the ", lambda: verdict(three(20), lost(1)),
              lambda: verdict(three(), {"a": moved(9), "b": moved(10)})),
    Statement("Every class is found by some clustering; the hardest is ",
              lambda: verdict(three(), {"a": moved(9), "b": moved(10)}),
              lambda: verdict(three(20), lost(1))),
    Statement(" groups of objects; its ", lambda: grouped("abcdef"),
              lambda: grouped("ab", {"one": moved(9)}),
              "is best in all 6 groups of objects; its adjusted_rand is lowest in "),
    Statement(" is lowest in ", lambda: grouped("abcdef"), lambda: grouped("ab", {"one": three()})),
    Statement(" in all ", lambda: grouped("ab", {"one": three()}),
              lambda: grouped("ab", {"one": moved(9)}),
              "By group of objects, adjusted_rand is 1 in all 2 groups of objects."),
    Statement("By group of objects, ", lambda: grouped("ab", {"one": moved(9)}),
              lambda: grouped("ab")),
    # report
    Statement(" A group with a single class has no dot", lambda: page_of_groups(299),
              lambda: page_of_groups(20)),
    Statement(" worst of ", lambda: page_of_groups(21), lambda: page_of_groups(20)),
    Statement(" Shown are the ", lambda: pages_of_classes(40), lambda: pages_of_classes(30)),
    Statement("Intervals were added by the report", on("plain"), on("noisy")),
    Statement("No intervals: objects with fractional weights", on("weighted"), on("plain")),
    Statement("No intervals: the tables have more than ", lambda: remarks(*wide()), on("plain")),
    Statement("{} for other measures", on("plain"), on("weighted"), "499 for other measures"),
    Statement("none for other measures, as the tables have more than ",
              lambda: remarks(wide()[0], dict(zip("ab", wide(), strict=True))), on("plain")),
    Statement("No intervals: drawn tables have no value", undrawable, on("plain")),
    Statement("Intervals as requested", on("noisy"), on("plain")),
    Statement("Tests against chance as requested", on("noisy"), on("plain")),
    Statement("Chance: means over random labels", on("plain"), on("weighted")),
    Statement("Chance: only means that have a formula", lambda: remarks(*wide()),
              on("plain")),
    Statement("Not drawn: the ", not_drawn, on("plain")),
    Statement(" Cells that are too small for a number are blank", not_drawn, on("plain")),
    Statement("No merge, split or move improves ", on("perfect"), on("plain")),
    Statement("There are no suggestions: ", on("undefined"), on("plain")),
    Statement("Changes that would improve ", on("plain"), on("perfect")),
    Statement(" from cluster ", on("plain"), on("split")),
    Statement(", which share ", on("split"), on("plain")),
    Statement("No advice applies to these data", on("plain"), on("many")),
    Statement("at least 90% of one class, and more than half of that class", on("plain"),
              on("split")),
    Statement("at least 90% of one class, but at most half of that class", on("split"),
              on("plain")),
    Statement("holds more than half of each of two or more classes", on("merged"), on("plain")),
    Statement("no class makes up more than half of it", on("scattered"), on("plain")),
    Statement(", the thick line its ", on("plain"), on("weighted")),
    Statement(", for a soft clustering what its memberships leave open", on("soft"), on("plain")),
    Statement(
        ", for very many objects ",
        lambda: advice(three(), random_labels(150)),
        lambda: advice(three(), random_labels(5)),
    ),
    Statement(", the upright line the value of random labels", on("plain"), on("weighted")),
    Statement("; below a value: its interval.", on("two"), on("plain")),
    Statement(" objects are noise or ", on("noisy"), on("plain")),
    Statement("object has no class", on("truth noise"), on("noisy"), "objects have no class"),
    Statement("objects have no class", on("truth noise"), on("noisy")),
    Statement(" and are counted as single objects", on("truth noise"), on("noisy")),
    Statement("objects are weighted", on("weighted"), on("plain")),
    Statement("objects come in groups, and whole groups are drawn", on("noisy"), on("plain")),
    Statement("every object has a label on both sides and counts once", on("plain"),
              on("truth noise")),
    Statement(" Shaded: 95% confidence region.", on("plain"), on("weighted")),
    Statement(" With fewer than 20 objects per cell, the region may be too small.",
              on("scattered"), on("perfect")),
    Statement(" Soft clusterings are not shown", on("soft"), on("plain")),
    Statement("Every measure of clusterings ", on("many"), on("two"),
              "Every measure of clusterings 6 to 10, the best first"),
    Statement(" more clusterings are listed below", on("many"), on("two")),
]  # fmt: skip
# Headings, captions and definitions, which are not about the data; and texts on ranks, which have
# tests of their own.
EXPLAINS = [
    "mixed clusters, not at", "split classes, not at", "the best-matching pieces",
    "the largest overlaps of both sides", "pairs of objects, so that", "information on both sides",
    "information beyond chance", "The exact gain of each change", "Objects of each class (row)",
    "Where the objects of each class", "What would help most?", "of the class", "of the cluster",
    "Classes against clusters", "From class to cluster", "Scores over the parameter",
    "Over the parameter", "What soft clusterings leave open", "Largest loss first",
    "part of the loss", "Classes: which are split?", "Clusters: which are mixed?", "worst to best",
    "Bold: the best value of each measure", "What the measures say", "Measure by measure",
    "Every measure of every clustering", "How the intervals were computed", "How this was computed",
    "How to cite", "intervals and chance", "Cite the software",
    "Clusters with several classes reduce", "standard error of h", "Merged or split", "Made by ",
    "Each in detail", "where the objects of each class go", "Where it fails",
    "adjusted_rand is 0 on average for random labels", "Numbers behind the verdict",
    "of the objects of each group alone", "the best clustering does worst",
    "Group by group", "whether another choice changes",
    "The best clustering if one choice",
    "another treatment of noise", "without clusters of one object", "another model of chance",
    "Other choices",
    "Found or missed", "Each clustering in words", "Names in full", "Numbers of this figure",
    "how well the clustering (column", "F of the cluster that matches", "with intervals and chance",
    "a class if that F is at least", "why there is no ranking", "and every pairwise difference",
    "homogeneity against completeness", "where each clustering fails", "split classes and mixed",
    "classes against clusters", "all scores, and what they", "data, settings, seed and versions",
    "draws, seed and versions", "the software, and papers of", "which measures to read here, and",
    "the values that are possible", "how unequal classes and clusters are", "and its papers",
    "Clusterings that share a letter are not", "Coefficients of variation of the group sizes",
    "standard error of DCV", "CV is the standard deviation of", "Scores over a parameter",
    "clusterings, parameter ", "draws of objects, seed",
    "lower is better", " data-clustering=", "partita",
    "Which is best?", "interval of the rank", "There is no ranking",
    "Clusterings by ", "Pairwise differences in ", "The intervals are not corrected for the number",
]  # fmt: skip
