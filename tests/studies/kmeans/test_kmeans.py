"""The study of measures for k-means: exact tables, the uniform effect, and its consequences.

Unless stated otherwise, expected values were computed independently of this package with plain
NumPy (agreeing with scikit-learn where it has the measure), from the definitions of Wu, Xiong and
Chen (2009).
"""

from __future__ import annotations

import numpy as np
import pytest

from partita import Contingency, measure
from partita.comparison.correlation.rank_correlation import average_tree, groups_at, tau
from partita.statistics.group_sizes import coefficient_of_variation
from partita_studies.algorithms.spherical import spherical_kmeans
from partita_studies.frame import Finding
from partita_studies.kmeans import STUDY
from partita_studies.kmeans.consistency import mean_correlation
from partita_studies.kmeans.correlation import correlations
from partita_studies.kmeans.gaussians import HARDEST, all_simulated, clouds, simulated
from partita_studies.kmeans.imbalanced import DESIGNS, HITECH, imbalance, samples
from partita_studies.kmeans.mathematical import divided_by_clusters, in_table_12
from partita_studies.kmeans.normalized import NORMALIZED
from partita_studies.kmeans.real_data import clustered, sources, thinned
from partita_studies.kmeans.scoring import (
    NAMES,
    Designs,
    column,
    packed,
    unpacked,
)
from partita_studies.kmeans.selection import ALIKE, as_the_paper, equivalent, of_all, same_ending
from partita_studies.kmeans.sensitivity import TABLES as SENSITIVE
from partita_studies.kmeans.sensitivity import seen
from partita_studies.kmeans.settings import (
    AS_IN_TABLE_7,
    EASIER,
    HARDER,
    correlation_of,
    setting_table,
)
from partita_studies.kmeans.tables import TABLES, THIRTEEN, sees_the_cut, value
from partita_studies.run import Run

RUN = Run(effort="quick")


@pytest.fixture(scope="module")
def findings() -> dict[str, Finding]:
    return {part.key: part.work(RUN) for part in STUDY.parts}


def verdicts(finding: Finding) -> dict[str, str]:
    return {entry.what: entry.verdict for entry in finding.entries}


# Table 4: values of clusterings I and II; exact where the count of pairs is rational.
TABLE_4 = {
    "conditional_entropy": (0.274190, 0.395967),
    "purity": (23 / 25, 9 / 10),
    "f_measure": (37 / 60, 0.901533),
    "mutual_information": (1.370951, 1.249174),
    "variation_of_information": (1.225168, 0.821750),
    "rand": (897 / 1225, 6 / 7),
    "jaccard": (197 / 525, 16 / 23),
    "fowlkes_mallows": ((38809 / 111825) ** 0.5, (80000 / 118783) ** 0.5),
    "hubert_gamma": (0.453873, 0.702311),
    "hubert_gamma_prime": (569 / 1225, 5 / 7),
    "minkowski_score": ((328 / 497) ** 0.5, (25 / 71) ** 0.5),
    "classification_error": (0.48, 0.10),
    "van_dongen": (0.24, 0.10),
}

# Table 5: the same clusterings, normalized.
TABLE_5 = {
    "adjusted_rand": (185 / 472, 72124 / 102749),
    "normalized_fowlkes_mallows": (0.434829, 0.702165),
    "hubert_gamma": (0.453873, 0.702311),
    "normalized_jaccard": (0.608051, 0.298056),
    "normalized_minkowski": (0.608051, 0.298056),
    "normalized_variation_of_information": (0.308834, 0.247508),
    "normalized_van_dongen": (0.4, 10 / 41),
    "normalized_f_measure": (0.566038, 0.851465),
    "normalized_classification_error": (0.6, 0.125),
}

# Table 11, of the matrices in `sensitivity.MATRICES`.
TABLE_11 = {
    "normalized_variation_of_information": (0.779767, 0.624248),
    "normalized_van_dongen": (0.714286, 0.714286),
    "normalized_f_measure": (0.317277, 0.317277),
    "normalized_classification_error": (0.772727, 0.704545),
    "adjusted_rand": (8104 / 50575, 2393 / 10115),
    "normalized_fowlkes_mallows": (8104 / 50575, 2393 / 10115),
    "hubert_gamma": (8104 / 50575, 2393 / 10115),
}


@pytest.mark.parametrize("name", THIRTEEN)
def test_table_4(name):
    found = [value(name, one) for one in TABLES.values()]
    assert found == pytest.approx(TABLE_4[name], abs=5e-7)


@pytest.mark.parametrize("name", NORMALIZED)
def test_table_5(name):
    found = [value(name, one) for one in TABLES.values()]
    assert found == pytest.approx(TABLE_5[name], abs=5e-7)


@pytest.mark.parametrize("name", TABLE_11)
def test_table_11(name):
    found = [measure(name).of(one) for one in SENSITIVE.values()]
    assert found == pytest.approx(TABLE_11[name], abs=5e-7)


def test_criterion_1_drops_three_of_thirteen_measures():
    # Section 3.2: "only three measures, E, P and MI, cannot capture the uniform effect".
    missed = {name for name in THIRTEEN if not sees_the_cut(name)}
    assert missed == {"conditional_entropy", "purity", "mutual_information"}


def test_tables_survive_packing():
    tables = [TABLES["I"], Contingency.from_matrix([[2, 0, 1], [0, 3, 4]])]
    again = unpacked(packed(tables))
    assert [one.shape for one in again] == [one.shape for one in tables]
    assert all((a.to_scipy() != b.to_scipy()).nnz == 0 for a, b in zip(tables, again, strict=True))


def test_clouds():
    # Section 4: means (-2, 0) and (2, 0), covariance σ²·I, n₁ of 6000 points from the first.
    points = clouds(1000, 2.5, np.random.default_rng(0))
    assert points.shape == (6000, 2)
    np.testing.assert_allclose(points[:1000].mean(axis=0), [-2, 0], atol=0.2)
    np.testing.assert_allclose(points[1000:].mean(axis=0), [2, 0], atol=0.1)
    np.testing.assert_allclose(np.cov(points[1000:].T), 2.5 * np.eye(2), atol=0.15)


def test_uniform_effect_of_the_gaussians():
    # Section 4: at σ² = 5 DCV decreases as CV₀ increases. Means of ten draws by independent
    # code: 0.018, -0.111, -0.251, -0.396, -0.552, -0.735, -0.978, -1.256.
    dcv = simulated(RUN)[HARDEST].dcv()
    assert (np.diff(dcv) < 0).all()
    expected = [0.018, -0.111, -0.251, -0.396, -0.552, -0.735, -0.978, -1.256]
    np.testing.assert_allclose(dcv, expected, atol=0.06)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("conditional_entropy", -1.0),
        ("purity", -0.29),
        ("mutual_information", 1.0),
        ("variation_of_information", -1.0),
        ("rand", 1.0),
        ("hubert_gamma", 1.0),
        ("minkowski_score", -1.0),
        ("classification_error", 1.0),
        ("normalized_variation_of_information", 1.0),
        ("normalized_van_dongen", 1.0),
        ("adjusted_rand", 1.0),
        ("normalized_fowlkes_mallows", 1.0),
        ("v_measure", 1.0),
    ],
)
def test_correlation_with_dcv_on_gaussians(name, expected):
    # Computed by independent code on all 800 sets; two draws of each give a rougher number.
    assert correlations(name, RUN)[0] == pytest.approx(expected, abs=0.2)


def test_designs_have_the_printed_ends_and_fit_the_papers_classes():
    # Section 4: CV₀ from 0.490 to 1.862; class sizes 485, 116, 429, 603, 481 and 187. The CV₀ of
    # one class of b and five of a documents is √6 (b - a)/(5a + b), here with b + 5a = 750.
    skew = [coefficient_of_variation(sizes) for sizes in DESIGNS]
    exact = [6**0.5 * (150 + 60 * k) / 750 for k in range(8)]
    assert skew == pytest.approx(exact, rel=1e-12)
    shown = [f"{cv:.3f}" for cv in skew]
    assert shown == ["0.490", "0.686", "0.882", "1.078", "1.274", "1.470", "1.666", "1.862"]
    for place, sizes in enumerate(DESIGNS):
        assert sizes == (250 + 50 * place, *5 * (100 - 10 * place,))
        assert sum(sizes) == 750
        assert all(size <= most for size, most in zip(sizes, HITECH, strict=True))
    found = [entry for entry in imbalance(RUN).entries if "CV₀ of sample" in entry.what]
    assert [entry.ours for entry in found] == shown
    assert {entry.basis for entry in found} == {"reconstructed"}
    judged = [entry.verdict for entry in found]
    assert judged == ["reproduced", *6 * ["lost"], "reproduced"]


@pytest.mark.long
def test_no_unknown_reason_is_stated(findings):
    for finding in findings.values():
        for entry in finding.entries:
            assert "other documents than the paper's" not in entry.note


def test_how_well_topics_are_found_decides_whether_vi_follows_dcv():
    # Joined with a text of the same topic, VI follows DCV; with texts of any topic it does not.
    found = correlation_of("variation_of_information", RUN)
    assert found[EASIER] > 0.5
    assert found[HARDER] < -0.5
    table = setting_table(["variation_of_information"], RUN)
    how_well = {row[0]: row[1] for row in table.rows}
    assert how_well[EASIER] > how_well[AS_IN_TABLE_7] > how_well[HARDER]


def test_samples_of_documents_have_the_designed_sizes():
    for sizes, draws in zip(DESIGNS, samples(RUN).tables, strict=True):
        for one in draws:
            assert sorted(one.class_sizes, reverse=True) == sorted(sizes, reverse=True)
            assert one.shape == (6, 6)
    # Section 4: DCV decreases as CV₀ increases; here as a trend, for two draws only.
    assert tau([coefficient_of_variation(sizes) for sizes in DESIGNS], -samples(RUN).dcv()) > 0.8


def test_spherical_kmeans_improves_its_criterion_and_keeps_every_cluster():
    draw = np.random.default_rng(3)
    rows = draw.random((60, 8)) ** 4
    unit = rows / np.linalg.norm(rows, axis=1)[:, None]
    found = spherical_kmeans(rows, 5, draw, starts=4)
    sums = np.array([unit[found.labels == k].sum(axis=0) for k in range(5)])
    # The criterion I2 is the sum of the lengths of the cluster sums.
    assert found.cost == pytest.approx(60 - np.linalg.norm(sums, axis=1).sum())
    assert set(found.labels) == set(range(5))
    nearest = (unit @ found.centers.T).argmax(axis=1)
    assert (nearest == found.labels).all()
    by_one = spherical_kmeans(rows, 60, draw, starts=1)
    assert by_one.cost == pytest.approx(0, abs=1e-9)


def test_spherical_kmeans_takes_rows_of_zeros_and_refuses_too_many_clusters():
    rows = [[0, 0], [1, 0], [0, 1]]
    assert len(spherical_kmeans(rows, 2, np.random.default_rng(0)).labels) == 3
    with pytest.raises(ValueError, match="clusters must be from 1 to 3"):
        spherical_kmeans(rows, 4, np.random.default_rng(0))


def test_thinning_keeps_eight_of_each_class():
    truth = np.repeat(["a", "b", "c", "d"], [100, 60, 40, 5])
    kept = thinned(truth, 0.5, np.random.default_rng(0))
    names, sizes = np.unique(truth[kept], return_counts=True)
    assert dict(zip(names.tolist(), sizes.tolist(), strict=True)) == {
        "a": 100, "b": 30, "c": 10, "d": 5,
    }  # fmt: skip
    assert len(thinned(truth, 1.0, np.random.default_rng(0))) == len(truth)


def test_repository_covers_both_sides_of_the_split():
    # Section 5 splits its data sets at CV₀ = 0.8.
    series = clustered(RUN)[0]
    assert len(series.tables) == 3 * len(sources()) == 30
    skew = [coefficient_of_variation(one.class_sizes) for one in series.tables]
    assert sum(cv < 0.8 for cv in skew) >= 10
    assert sum(cv >= 0.8 for cv in skew) >= 10
    assert all(one.shape[0] == one.shape[1] for one in series.tables)


def test_tree_joins_the_equivalent_first():
    # Section 5: R_n, J'_n and MS'_n correlate perfectly; FM_n and Γ_n behave similarly.
    matrix = mean_correlation(NORMALIZED, RUN)
    tree, order = average_tree(1.0 - matrix)
    assert sorted(order) == list(range(len(NORMALIZED)))
    assert tree[:2, 2] == pytest.approx([0, 0], abs=1e-12)
    joined = [
        {NORMALIZED[place] for place in group} for group in groups_at(tree, order, 1.0 - 0.93)
    ]
    assert {
        "adjusted_rand", "normalized_jaccard", "normalized_minkowski",
        "normalized_fowlkes_mallows", "hubert_gamma",
    } in joined  # fmt: skip


def test_measures_of_maxima_miss_more_changes_than_entropy():
    # Section 5: VD_n and F_n use maxima and are less sensitive, VI_n is the most sensitive.
    names = ("normalized_van_dongen", "normalized_f_measure")
    entropy = seen("normalized_variation_of_information", RUN)
    assert all(seen(name, RUN).unseen > 5 * entropy.unseen for name in names)


def test_equivalences():
    # Section 2: M is equivalent to R, MAP and GK to P; Lemma 1: MI to E within a data set.
    across = [set(group) for group in equivalent(NAMES, across=True)]
    for alike in (
        {"purity", "micro_averaged_precision", "goodman_kruskal"},
        {"rand", "hubert_gamma_prime", "mirkin", "normalized_mirkin"},
        {"v_measure", "normalized_mutual_information", "normalized_variation_of_information"},
    ):
        assert any(alike <= group for group in across)  # with measures that the paper lacks
    within = equivalent(["mutual_information", "conditional_entropy"], across=False)
    assert len(within) == 1
    assert len(equivalent(["mutual_information", "conditional_entropy"], across=True)) == 2


def test_properties_as_they_are_claimed():
    # Section 5, Properties 1 to 5, and the claims registered with each measure.
    for name in ("normalized_van_dongen", "adjusted_rand", "normalized_f_measure", "f_measure"):
        found, own = in_table_12(name, 60), measure(name)
        assert found.symmetric.holds is own.symmetric
        assert found.invariant.holds is own.n_invariant
        assert found.additive.holds is own.convex_additive
        assert found.right.holds
    assert in_table_12("adjusted_rand", 60).left.answer == "asymptotically"
    assert in_table_12("normalized_f_measure", 60).left.answer == "no"
    assert in_table_12("normalized_classification_error", 60).left.answer == "no"


def test_the_guide_ends_with_the_papers_three():
    # Section 6: VD_n, VI_n and, complementary, R_n; five before the last step.
    steps = as_the_paper(RUN)
    assert [len(step.left) for step in steps] == [13, 10, 7, 5, 3]
    assert set(steps[-1].left) == {
        "normalized_van_dongen", "normalized_variation_of_information", "adjusted_rand",
    }  # fmt: skip
    last = set(of_all(RUN)[-2].left)
    assert {"v_measure", "adjusted_mutual_information", "adjusted_rand"} <= last


def test_other_limits_of_alike_keep_the_groups():
    # Our choice: every limit between two joins gives the groups of the paper.
    names = as_the_paper(RUN)[3].left
    low, high = same_ending(names, RUN)
    assert low < ALIKE <= high
    tree, order = average_tree(1.0 - mean_correlation(names, RUN))
    for limit in (low + 1e-6, high - 1e-6):
        assert len(groups_at(tree, order, 1.0 - limit)) == 3


@pytest.mark.long
def test_lost_tables_are_named_where_their_counts_are_used(findings):
    assert "lost the table" in findings["matrices"].text
    for key, table_ in (("thirteen", "Table 3"), ("sensitivity", "Table 10")):
        on_counts = [e for e in findings[key].entries if e.what.endswith(("prefers", "changes"))]
        assert len(on_counts) >= 7
        assert all(f"lost {table_}" in entry.note for entry in on_counts)


@pytest.mark.long
def test_every_part_has_a_finding(findings):
    assert [part.key for part in STUDY.parts] == list(findings)
    for finding in findings.values():
        assert finding.title
        assert finding.text
        assert finding.entries
        for entry in finding.entries:
            assert entry.ours or entry.verdict == "no data"
            assert entry.paper or entry.verdict == "lost"


@pytest.mark.long
def test_what_does_not_hold_in_the_parts_without_data(findings):
    wrong = {
        "1 - 1/K is an upper bound of ε (the sentence after Lemma 7)",  # Lemma 7 needs K' ≤ K
        "VI_n has a much wider range",  # wider, but less than by half
        "MS'_n has a much wider range",
    }
    found = {
        entry.what
        for key in ("identities", "matrices", "thirteen", "normalized", "criterion", "ranges",
                    "sensitivity", "properties", "guide")
        for entry in findings[key].entries
        if entry.verdict not in ("reproduced", "holds", "lost")
    }  # fmt: skip
    assert found == wrong


@pytest.mark.long
def test_what_counts_for_lost_tables_show_is_reconstructed(findings):
    """Values and statements on matrices that satisfy the text partly by construction."""
    entries = [
        entry
        for key in ("thirteen", "sensitivity")
        for entry in findings[key].entries
        if "lost" in entry.note
    ]
    assert len(entries) >= 60
    assert {entry.basis for entry in entries} == {"reconstructed"}


def test_the_printed_divisor_makes_the_classification_error_asymmetric():
    """Property 1: ε_n is symmetric if and only if K = K'."""
    square, other = divided_by_clusters(400)
    assert len(square) > 30
    assert all(square)
    assert len(other) > 100
    assert not any(other)


@pytest.mark.long
def test_what_a_quick_run_draws_less_of_is_marked(findings):
    """Only printed numbers, proofs, and values of fixed tables are the same in a full run."""
    fixed = {"sports", "matrices", "thirteen", "criterion"}  # sports needs data of the user
    for key, finding in findings.items():
        marked = [entry for entry in finding.entries if entry.sampled]
        assert bool(marked) is (key not in fixed), key
        assert all("instead of" in entry.sampled for entry in marked)


@pytest.mark.long
def test_every_entry_that_is_not_reproduced_has_a_note(findings):
    for key, finding in findings.items():
        for entry in finding.entries:
            if entry.verdict not in ("reproduced", "holds"):
                assert entry.note, (key, entry.what)


def test_the_same_seed_gives_the_same_numbers():
    again = Run(seed=0, effort="quick", say=lambda _: None)
    assert again != RUN  # so that nothing comes from a cache
    np.testing.assert_array_equal(
        column("adjusted_rand", all_simulated(again)),
        column("adjusted_rand", all_simulated(RUN)),
    )


def test_means_leave_out_draws_without_a_value():
    perfect, other = (Contingency.from_matrix(m) for m in ([[2, 0], [0, 2]], [[1, 1], [0, 2]]))
    designs = Designs(((perfect, other), (perfect,)))
    means = designs.means("southwood")  # N11 / (N10 + N01) has no value if all pairs agree
    assert means[0] == measure("southwood").of(other)
    assert np.isnan(means[1])
