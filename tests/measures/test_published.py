"""Values of the papers: printed in the text, or computed from tables without partita.

Rosenberg and Hirschberg (2007), Wu, Xiong and Chen (2009), and Zaki and Meira (2014) in the form
of their lecture. The tables of Figure 2 of the first and Table 3 of the second are reconstructed:
all values and statements of the texts hold for them, as tested here.

A decimal is compared at its printed precision, a fraction to the last bit but one (information
measures: to 1e-13). The papers print clusters as rows; `printed` transposes their tables.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import log
from statistics import mean, stdev
from typing import Any

import pytest
from labelings import relative_error, transposed, ulps

import partita

Expected = dict[str, Any]


def printed(rows: list[list[int]]) -> partita.Contingency:
    """A table as the papers write it: a row per cluster, a column per class."""
    return partita.Contingency.from_matrix(transposed(rows))


def agrees(value: float, decimal: str) -> bool:
    expected = Decimal(decimal)
    return abs(Decimal(value) - expected) <= Decimal((0, (5,), expected.as_tuple().exponent - 1))


def check(table: partita.Contingency, name: str, expected: Any, **options: Any) -> None:
    measure = partita.MEASURES[name]
    value = measure.of(table, **options)
    if isinstance(expected, str):
        right = agrees(value, expected)
    elif measure.family in ("information", "coding"):
        right = relative_error(value, Fraction(expected)) <= 1e-13
    else:
        right = ulps(value, Fraction(expected)) <= 1
    assert right, f"{name}{options or ''}: {value!r}, expected {expected}"


def cases(*tables: tuple[str, partita.Contingency | list[list[int]], Expected]) -> Any:
    """One test case per table and measure."""
    rows = [(rows, name, value) for _, rows, values in tables for name, value in values.items()]
    ids = [f"{title}-{name}" for title, _, values in tables for name in values]
    return pytest.mark.parametrize(("rows", "name", "expected"), rows, ids=ids)


# --- Wu, Xiong, Chen 2009 -------------------------------------------------------------------------

# Reconstructed: class sizes, variation of sizes and all preferences agree with the paper's text.
TABLE_3_I = [
    [10, 0, 0, 0, 0],
    [10, 0, 0, 0, 0],
    [10, 0, 0, 0, 0],
    [0, 0, 0, 10, 0],
    [0, 2, 6, 0, 2],
]
TABLE_3_II = [
    [27, 0, 0, 2, 0],
    [0, 2, 0, 0, 0],
    [0, 0, 6, 0, 0],
    [3, 0, 0, 8, 0],
    [0, 0, 0, 0, 2],
]


def variation_coefficient(sizes: list[int]) -> float:
    return stdev(sizes) / mean(sizes)


def test_wu2009_table3_has_the_printed_variation_of_sizes():
    one, two = printed(TABLE_3_I), printed(TABLE_3_II)
    assert agrees(variation_coefficient([int(a) for a in one.class_sizes]), "1.166")
    assert variation_coefficient([int(b) for b in one.cluster_sizes]) == 0
    assert agrees(variation_coefficient([int(b) for b in two.cluster_sizes]), "1.125")


def test_wu2009_table3_pair_counts():
    counts = [printed(rows).pairs for rows in (TABLE_3_I, TABLE_3_II)]
    found = [(p.together, p.prediction_pairs, p.truth_pairs, p.pairs) for p in counts]
    assert found == [(197, 225, 497, 1225), (400, 478, 497, 1225)]


@cases(
    (
        "I",
        TABLE_3_I,
        {
            "conditional_entropy": "0.190054",
            "purity": Fraction(23, 25),
            "micro_averaged_precision": Fraction(23, 25),
            "goodman_kruskal": Fraction(2, 25),
            "f_measure": Fraction(37, 60),
            "rand": Fraction(897, 1225),
            "jaccard": Fraction(197, 525),
            "fowlkes_mallows": "0.589111",
            "hubert_gamma": "0.453873",
            "hubert_gamma_prime": Fraction(569, 1225),
            "minkowski_score": "0.812379",
            "classification_error": Fraction(12, 25),
            "van_dongen": Fraction(6, 25),
            "homogeneity": Fraction(5, 6),
            "completeness": "0.590436",
            "v_measure": "0.691166",
            "adjusted_mutual_information": "0.643511",
            "mirkin": 656,
        },
    ),
    (
        "II",
        TABLE_3_II,
        {
            "conditional_entropy": "0.274463",
            "purity": Fraction(9, 10),
            "micro_averaged_precision": Fraction(9, 10),
            "goodman_kruskal": Fraction(1, 10),
            "f_measure": "0.901533",
            "rand": Fraction(6, 7),
            "jaccard": Fraction(16, 23),
            "fowlkes_mallows": "0.820669",
            "hubert_gamma": "0.702311",
            "hubert_gamma_prime": Fraction(5, 7),
            "minkowski_score": "0.593391",
            "classification_error": Fraction(1, 10),
            "van_dongen": Fraction(1, 10),
            "homogeneity": "0.759311",
            "completeness": "0.745795",
            "v_measure": "0.752492",
            "adjusted_mutual_information": "0.714761",
            "mirkin": 350,
        },
    ),
)
def test_wu2009_table4(rows, name, expected):
    check(printed(rows), name, expected)


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("conditional_entropy", "0.274190", "0.395967"),
        ("mutual_information", "1.370951", "1.249174"),
        ("variation_of_information", "1.225168", "0.821750"),
    ],
)
def test_wu2009_table4_in_bits(name, one, two):
    # The values of Wu, Xiong and Chen are in bits.
    check(printed(TABLE_3_I), name, one, base=2)
    check(printed(TABLE_3_II), name, two, base=2)


@pytest.mark.parametrize(
    ("beta", "one", "two"), [(0.5, "0.732840", "0.754752"), (2, "0.653976", "0.750246")]
)
def test_wu2009_table4_v_measure_beta(beta, one, two):
    check(printed(TABLE_3_I), "v_measure", one, beta=beta)
    check(printed(TABLE_3_II), "v_measure", two, beta=beta)


def test_wu2009_table4_squares_are_rational():
    for rows, fm, ms in (
        (TABLE_3_I, Fraction(38809, 111825), Fraction(328, 497)),
        (TABLE_3_II, Fraction(80000, 118783), Fraction(25, 71)),
    ):
        assert ulps(partita.fowlkes_mallows.of(printed(rows)) ** 2, fm) <= 3
        assert ulps(partita.minkowski_score.of(printed(rows)) ** 2, ms) <= 3


def test_wu2009_table4_only_entropy_purity_and_information_miss_the_uniform_effect():
    names = [
        "conditional_entropy",
        "purity",
        "f_measure",
        "mutual_information",
        "variation_of_information",
        "rand",
        "jaccard",
        "fowlkes_mallows",
        "hubert_gamma",
        "hubert_gamma_prime",
        "minkowski_score",
        "classification_error",
        "van_dongen",
    ]
    one, two = printed(TABLE_3_I), printed(TABLE_3_II)

    def prefers_one(name: str) -> bool:
        measure = partita.MEASURES[name]
        gain = measure.of(one) - measure.of(two)
        return gain > 0 if measure.better == "higher" else gain < 0

    missing = {name for name in names if prefers_one(name)}
    assert missing == {"conditional_entropy", "purity", "mutual_information"}


@cases(
    (
        "I",
        TABLE_3_I,
        {
            "normalized_variation_of_information": "0.308834",
            "normalized_van_dongen": Fraction(2, 5),
            "normalized_f_measure": "0.566038",
            "normalized_classification_error": Fraction(3, 5),
            "adjusted_rand": Fraction(185, 472),
            "normalized_jaccard": Fraction(287, 472),
            "normalized_minkowski": Fraction(287, 472),
            "normalized_fowlkes_mallows": "0.434829",
        },
    ),
    (
        "II",
        TABLE_3_II,
        {
            "normalized_variation_of_information": "0.247508",
            "normalized_van_dongen": Fraction(10, 41),
            "normalized_f_measure": "0.851465",
            "normalized_classification_error": Fraction(1, 8),
            "adjusted_rand": Fraction(72124, 102749),
            "normalized_jaccard": Fraction(30625, 102749),
            "normalized_minkowski": Fraction(30625, 102749),
            "normalized_fowlkes_mallows": "0.702165",
        },
    ),
)
def test_wu2009_table5(rows, name, expected):
    check(printed(rows), name, expected)


@pytest.mark.parametrize(
    ("rows", "floor"), [(TABLE_3_I, "0.116667"), (TABLE_3_II, "0.337080")], ids=["I", "II"]
)
def test_wu2009_procedure1(rows, floor):
    overlaps = printed(rows).overlaps
    assert agrees(float(overlaps.class_f_floor / overlaps.objects), floor)


def test_wu2009_lemma7_needs_the_larger_number_of_groups():
    one_cluster = printed([[12, 12, 12, 12, 12, 12]])
    check(one_cluster, "classification_error", Fraction(5, 6))
    check(one_cluster, "normalized_classification_error", 1)
    check(printed([[9], [9]]), "normalized_classification_error", 1)


def test_wu2009_properties_chance_corrected_values_leave_the_unit_interval():
    table = printed([[0, 1], [1, 1]])
    check(table, "adjusted_rand", Fraction(-1, 2))
    check(table, "normalized_jaccard", Fraction(3, 2))
    check(table, "normalized_minkowski", Fraction(3, 2))


TABLE_10_I = [[3, 4, 12], [8, 3, 12], [12, 12, 0]]  # reconstructed like Table 3
TABLE_10_II = [[0, 7, 12], [11, 0, 12], [12, 12, 0]]


def test_wu2009_table11_variation_of_information_distinguishes_more_than_van_dongen_and_f():
    names = {
        "normalized_van_dongen": None,
        "normalized_f_measure": None,
        "normalized_classification_error": "0.0682",
        "adjusted_rand": "0.0763",
        "normalized_fowlkes_mallows": "0.0763",
        "hubert_gamma": "0.0763",
        "normalized_variation_of_information": "0.1555",
    }
    one, two = printed(TABLE_10_I), printed(TABLE_10_II)
    assert one.class_sizes.tolist() == two.class_sizes.tolist()
    assert one.cluster_sizes.tolist() == two.cluster_sizes.tolist()
    moved = {
        name: abs(partita.MEASURES[name].of(one) - partita.MEASURES[name].of(two)) for name in names
    }
    assert max(moved, key=moved.__getitem__) == "normalized_variation_of_information"
    for name, decimal in names.items():
        assert agrees(moved[name], decimal) if decimal else moved[name] == 0, name


# --- Rosenberg, Hirschberg 2007 -------------------------------------------------------------------

# Reconstructed: the V-measures that the paper's text gives are reproduced to their last digit.
CORE = [[3, 2, 0], [0, 3, 2], [2, 0, 3]]
SINGLES = [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]
SOLUTION_A = [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
SOLUTION_B = CORE
SOLUTION_C = [*CORE, [1, 1, 0], [0, 1, 1], [1, 0, 1]]
SOLUTION_D = [*CORE, *SINGLES]


@cases(
    (
        "A",
        SOLUTION_A,
        {
            "f_measure": Fraction(3, 5),
            "v_measure": "0.1350",
            "homogeneity": "0.1350",
            "completeness": "0.1350",
            "purity": Fraction(3, 5),
            "rand": Fraction(3, 5),
            "adjusted_rand": Fraction(1, 50),
            "jaccard": "0.1765",
            "fowlkes_mallows": Fraction(3, 10),
            "variation_of_information": "1.9005",
            "classification_error": Fraction(2, 5),
            "van_dongen": Fraction(2, 5),
            "dom_q0": "1.5592",
            "dom_q2": "0.3905",
        },
    ),
    (
        "B",
        SOLUTION_B,
        {
            "f_measure": Fraction(3, 5),
            "v_measure": "0.3874",
            "homogeneity": "0.3874",
            "completeness": "0.3874",
            "rand": "0.6571",
            "adjusted_rand": Fraction(4, 25),
            "jaccard": Fraction(1, 4),
            "fowlkes_mallows": Fraction(2, 5),
            "variation_of_information": "1.3460",
            "dom_q0": "1.2819",
            "dom_q2": "0.4750",
        },
    ),
    (
        "C",
        SOLUTION_C,
        {
            "f_measure": Fraction(1, 2),
            "v_measure": "0.3004",
            "homogeneity": "0.3822",
            "completeness": "0.2474",
            "purity": "0.5714",
            "rand": "0.6571",
            "adjusted_rand": "0.0551",
            "jaccard": "0.1429",
            "fowlkes_mallows": "0.2632",
            "variation_of_information": "1.9558",
            "classification_error": "0.5714",
            "van_dongen": Fraction(1, 2),
            "dom_q0": "1.3697",
            "dom_q2": "0.3738",
        },
    ),
    (
        "D",
        SOLUTION_D,
        {
            "f_measure": Fraction(1, 2),
            "v_measure": "0.4128",
            "homogeneity": "0.5624",
            "completeness": "0.3261",
            "purity": "0.7143",
            "rand": "0.6714",
            "adjusted_rand": "0.0800",
            "jaccard": "0.1481",
            "fowlkes_mallows": "0.2760",
            "variation_of_information": "1.7578",
            "classification_error": "0.5714",
            "van_dongen": "0.4286",
            "dom_q0": "1.2295",
            "dom_q2": "0.4164",
        },
    ),
)
def test_rosenberg2007_figure2(rows, name, expected):
    check(printed(rows), name, expected)


@pytest.mark.parametrize(
    ("rows", "text"),
    [(SOLUTION_A, "0.135"), (SOLUTION_B, "0.387"), (SOLUTION_C, "0.30"), (SOLUTION_D, "0.41")],
    ids="ABCD",
)
def test_rosenberg2007_figure2_text(rows, text):
    check(printed(rows), "v_measure", text)


FIGURE_3 = [[12, 12, 2, 3], [2, 2, 12, 3], [4, 4, 4, 0]]


@cases(
    (
        "figure 3",
        FIGURE_3,
        {
            "homogeneity": "0.155499",
            "completeness": "0.196928",
            "v_measure": "0.173778",
            "f_measure": "0.524978",
            "purity": Fraction(7, 15),
            "classification_error": Fraction(8, 15),
            "van_dongen": "0.441667",
            "normalized_van_dongen": "0.726027",
            "rand": Fraction(1103, 1770),
            "jaccard": Fraction(225, 892),
            "fowlkes_mallows": "0.407557",
            "hubert_gamma": "0.140089",
            "adjusted_rand": Fraction(31156, 227921),
            "mirkin": 1334,
            "dom_q0": "1.4757",
            "dom_q2": "0.2938",
        },
    )
)
def test_rosenberg2007_figure3(rows, name, expected):
    check(printed(rows), name, expected)


def test_rosenberg2007_figure3_in_bits():
    check(printed(FIGURE_3), "variation_of_information", "2.802675", base=2)
    check(printed(FIGURE_3), "conditional_entropy", "1.600720", base=2)
    assert agrees(partita.dom_q0.of(printed(FIGURE_3)) / log(2), "2.1290")


@pytest.mark.parametrize(
    ("beta", "expected"), [(0, "0.9"), (0.5, "0.54"), (1, "0.45"), (2, "0.3857"), (10, "0.3194")]
)
def test_rosenberg2007_beta_above_one_favors_completeness(beta, expected):
    # h = .9 and c = .3 at once: statistics with I = 9, H(C|K) = 1, H(K|C) = 21
    information = partita.statistics.Information(9.0, 1.0, 21.0, objects=100, classes=9, clusters=9)
    assert agrees(partita.v_measure.function(information, beta=beta), expected)


# --- Zaki, Meira 2014, the lecture's tables -------------------------------------------------------

GREEN = [[0, 20, 30], [0, 20, 5], [25, 0, 0]]
ORANGE = [[0, 30, 20], [0, 20, 5], [25, 0, 0]]


@cases(
    (
        "green",
        GREEN,
        {
            "purity": Fraction(3, 4),
            "maximum_matching": Fraction(3, 4),
            "cluster_f_measure": (Fraction(60, 85) + Fraction(40, 65) + 1) / 3,
            "f_measure": "0.743213",
            "homogeneity": "0.572795",
            "completeness": "0.595276",
            "v_measure": "0.583820",
            "rand": Fraction(74, 99),
            "jaccard": Fraction(9, 19),
            "adjusted_rand": Fraction(4019, 8969),
            "fowlkes_mallows": "0.643448",
            "classification_error": Fraction(1, 4),
            "van_dongen": Fraction(1, 4),
            "normalized_van_dongen": Fraction(5, 11),
        },
    ),
    (
        "orange",
        ORANGE,
        {
            "purity": Fraction(3, 4),
            "maximum_matching": Fraction(13, 20),
            "cluster_f_measure": Fraction(32, 45),
            "f_measure": Fraction(41, 60),
            "homogeneity": "0.556028",
            "completeness": "0.556028",
            "v_measure": "0.556028",
            "rand": Fraction(71, 99),
            "jaccard": Fraction(45, 101),
            "adjusted_rand": Fraction(3581, 9125),
            "fowlkes_mallows": "0.616438",
            "classification_error": Fraction(7, 20),
            "van_dongen": Fraction(1, 4),
            "normalized_van_dongen": Fraction(1, 2),
        },
    ),
)
def test_zaki2014_tables(rows, name, expected):
    check(printed(rows), name, expected)


def test_zaki2014_tables_in_bits():
    for rows, variation in ((GREEN, "1.273043"), (ORANGE, "1.331915")):
        check(printed(rows), "conditional_entropy", "0.665957", base=2)
        check(printed(rows), "variation_of_information", variation, base=2)


@pytest.mark.parametrize("rows", [GREEN, ORANGE], ids=["green", "orange"])
def test_zaki2014_matching_pairs(rows):
    assert list(printed(rows).matching.partner) == [2, 1, 0]  # T1-C3, T2-C2, T3-C1


def test_zaki2014_picture():
    check(printed([[7, 2]]), "purity", Fraction(7, 9))


# --- real data ------------------------------------------------------------------------------------

PBMC68K = [
    [54, 4, 14, 16, 36, 0, 4, 0, 1, 1],
    [0, 0, 0, 0, 0, 101, 0, 0, 0, 22],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 117],
    [2, 0, 1, 32, 5, 0, 0, 0, 30, 0],
    [0, 1, 0, 3, 0, 1, 61, 0, 0, 0],
    [0, 0, 1, 3, 0, 21, 0, 0, 0, 29],
    [0, 0, 0, 0, 0, 6, 0, 0, 0, 36],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 35],
    [0, 2, 0, 0, 0, 0, 29, 0, 0, 0],
    [12, 1, 3, 0, 2, 0, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 13, 0, 0],
]
IRIS = [[0, 48, 14], [50, 0, 0], [0, 2, 36]]


@cases(
    (
        "pbmc68k_reduced",
        PBMC68K,
        {
            "homogeneity": "0.6644",
            "completeness": "0.5767",
            "v_measure": "0.6174",
            "adjusted_rand": "0.4148",
            "normalized_variation_of_information": "0.3826",
            "normalized_van_dongen": "0.4068",
            "f_measure": "0.6448",
            "classification_error": "0.4514",
            "fowlkes_mallows": "0.5146",
        },
    ),
    (
        "iris",
        IRIS,
        {
            "v_measure": "0.758176",
            "adjusted_rand": "0.730238",
            "rand": "0.879732",
            "f_measure": "0.891775",
            "purity": "0.893333",
            "normalized_variation_of_information": "0.241824",
            "normalized_van_dongen": "0.170213",
            "fowlkes_mallows": "0.820808",
            "classification_error": "0.106667",
        },
    ),
)
def test_real_data_fixtures(rows, name, expected):
    check(printed(rows), name, expected)
