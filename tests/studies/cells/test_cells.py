"""V-measure for single cells: the page's formulas on real cells."""

import numpy as np
import pytest

from partita import measure
from partita.figures.svg.svg import svg
from partita_studies import study
from partita_studies.cells import components
from partita_studies.cells.blood import compared as blood_cells
from partita_studies.cells.clusterings import V, compared
from partita_studies.cells.formulas import printed
from partita_studies.datasets import cell_clusterings, cells
from partita_studies.run import Run

RUN = Run(effort="quick")


@pytest.fixture(scope="module")
def findings():
    return {part.key: part.work(RUN) for part in study("cells").parts}


def verdicts(finding):
    return {entry.what: entry.verdict for entry in finding.entries}


@pytest.mark.long
def test_every_part_has_something_to_show(findings):
    for finding in findings.values():
        assert finding.tables
        assert finding.text
        assert all(svg(figure).startswith("<svg") for figure in finding.figures)


@pytest.mark.long
def test_the_formulas_agree_and_the_wrong_sentence_is_found(findings):
    found = verdicts(findings["formulas"])
    assert found.pop("the lower H(C|K)") == "refuted"
    assert set(found.values()) == {"holds"}


@pytest.mark.long
def test_numbers_of_scikit_learn_are_not_those_of_a_paper(findings):
    for key in ("clusterings", "numbers", "doublets", "blood"):
        assert {entry.basis for entry in findings[key].entries} == {"third party"}


def test_conditional_entropies_by_hand():
    # Two classes of four: pure halves have H(K|C) = log 2 and H(C|K) = 0.
    assert printed(np.array([[2, 2, 0, 0], [0, 0, 2, 2]])) == pytest.approx((0, np.log(2)))
    assert printed(np.array([[4], [4]])) == pytest.approx((np.log(2), 0))


@pytest.mark.long
def test_recorded_clusterings_score_as_scikit_learn_scored_them(findings):
    # V and ARI by scikit-learn 1.9.1, to four digits.
    assert set(verdicts(findings["clusterings"]).values()) == {"reproduced"}


def test_recorded_scores_are_those_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    truth, labels = cells().truth, cell_clusterings()
    for name, expected in V.items():
        found = metrics.v_measure_score(truth, labels[name])
        assert found == pytest.approx(expected, abs=5e-5)
        weighted = metrics.v_measure_score(truth, labels[name], beta=4.0)
        assert compared()[name, "v_measure:beta=4"].value == pytest.approx(weighted)


@pytest.mark.long
def test_our_k_means_finds_the_recorded_partitions_or_cheaper_ones(findings):
    found = verdicts(findings["numbers"])
    for k in (2, 4, 5):
        assert found[f"V of k-means, k = {k}"] == "reproduced"
    for k in (7, 10):
        recorded = components.cost(cell_clusterings()[f"kmeans_k{k}_s0"])
        assert components.clustered(RUN, k).cost < recorded
    differing = [one for one in findings["numbers"].entries if one.verdict != "reproduced"]
    assert all(one.note for one in differing)


def test_components_agree_with_scikit_learn():
    decomposition = pytest.importorskip("sklearn.decomposition")
    theirs = decomposition.PCA(10, svd_solver="full").fit_transform(cells().values)
    assert np.abs(components.components()) == pytest.approx(np.abs(theirs), abs=1e-8)


def test_the_losses_add_up():
    # By definition: homogeneity is a sum over clusters, and completeness a sum over classes.
    found = compared()
    for name in ("kmeans_k2_s0", "kmeans_k5_s0", "kmeans_k10_s0"):
        lost = found.clusters(name)["homogeneity_loss"].sum()
        assert lost == pytest.approx(1 - found[name, "homogeneity"].value)
        lost = found.classes(name)["completeness_loss"].sum()
        assert lost == pytest.approx(1 - found[name, "completeness"].value)


@pytest.mark.long
def test_errors_are_among_the_doublets(findings):
    assert set(verdicts(findings["doublets"]).values()) == {"reproduced"}
    (table,) = findings["doublets"].tables.values()
    scores = {row[0]: row[1:] for row in table.rows}
    assert scores["single cells of that clustering"] == (156, 1.0, 1.0, 1.0, 1.0)
    assert scores["doublets of that clustering"][0] == 141


@pytest.mark.long
def test_blood_cells(findings):
    assert set(verdicts(findings["blood"]).values()) == {"reproduced"}
    table = blood_cells().table("louvain")
    assert table.n == 700
    sizes = dict(zip(table.classes.tolist(), table.class_sizes.tolist(), strict=True))
    assert sizes["Dendritic"] == 240
    assert sizes["CD34+"] == 13
    assert measure("completeness").of(table) == pytest.approx(0.576680816033, abs=1e-12)
