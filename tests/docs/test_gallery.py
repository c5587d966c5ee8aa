"""What the pages of the gallery say about their numbers is true."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import partita

GALLERY = Path(__file__).parents[2] / "docs" / "examples" / "gallery"
pytestmark = pytest.mark.long


@pytest.fixture
def page(request):
    """The names that the script of a page defines."""
    plot = pytest.importorskip("matplotlib.pyplot")
    pytest.importorskip("sklearn")
    with plot.rc_context({"backend": "agg"}):
        yield runpy.run_path(str(GALLERY / f"{request.param}.py"))
    plot.close("all")


def of_page(name):
    return pytest.mark.parametrize("page", [name], indirect=True)


@of_page("g_own_measure")
def test_the_measure_mends_p2_and_p3_at_the_price_of_p5_and_p7(page):
    rates = {name: page["found"][name].rate for name in ("P2", "P3", "P5", "P7")}
    purity, v_measure = (
        partita.properties(name, grid="coarse") for name in ("purity", "v_measure")
    )
    assert 0.5 < rates["P2"] < 1
    assert 0.5 < rates["P3"] < 1
    assert [purity[name].rate for name in rates] == [0, 0, 1, 1]
    assert rates["P5"] < 1
    assert rates["P7"] < 1
    assert all(v_measure[f"P{k}"].rate == 1 for k in range(1, 8))
    before, after = page["found"]["P5"].example.tables
    assert len(before) == len(after) == 5  # rows of the classes
    assert page["counted_purity"](partita.Contingency.from_matrix(before)) < page["counted_purity"](
        partita.Contingency.from_matrix(after)
    )


@of_page("h_noise")
def test_only_v_falls_with_the_number_of_noise_clusters(page):
    *errors, noise = page["series"].values()
    for name in page["styles"]:
        of = partita.measure(name).of
        for tables in errors:
            scores = [of(table) for table in tables.values()]
            assert scores == sorted(scores, reverse=True)
        steps = [of(noise[k + 1]) - of(noise[k]) for k in range(1, 8)]
        sign = {"v_measure": -1, "rand": 1, "adjusted_rand": 1}.get(name, 0)
        assert all(step * sign > 0 if sign else abs(step) < 1e-12 for step in steps)
    assert partita.rand.of(errors[0][0.4]) > 0.75


@of_page("i_uniform_effect")
def test_sizes_of_k_means_vary_less_and_three_measures_prefer_many_clusters(page):
    by_k = partita.uniform_effect(partita.compare(page["data"].truth, page["by_k"])).table
    assert (by_k["cv1"] < by_k["cv0"] / 2).all()
    c = page["c"]
    best = {
        "purity": "kmeans_20",
        "cluster_entropy": "kmeans_20",
        "mutual_information": "kmeans_20",
    }
    for m in c.measures:
        scores = {name: c[name, m.label].value for name in page["clusterings"]}
        chosen = max if m.measure.better == "higher" else min
        assert chosen(scores, key=scores.get) == best.get(m.measure.name, "average_5")
    cv1 = page["effect"].table["cv1"]
    assert cv1.min() > 0.09
    assert cv1.max() < 0.85
    assert page["effect"].trend < -0.9


@of_page("j_evidential")
def test_most_misplaced_flowers_are_doubtful(page):
    assert page["doubtful"].sum() == 27
    assert page["misplaced"].sum() == 16
    assert (page["misplaced"] & page["doubtful"]).sum() == 12
    assert round(page["sure"], 2) == 0.92
    assert round(page["c"]["kmeans", "ARI"].value, 2) == 0.73


@of_page("k_donors")
def test_one_donor_fills_a_cluster(page):
    measured, centered = page["clusterings"].values()
    donor, truth = page["donor"], page["cells"].truth
    assert round(partita.v_measure(truth, measured), 2) == 0.65
    table = partita.Contingency.from_labels(donor, measured).to_scipy().toarray()
    assert (table[:7, table[7].argmax()] == 0).all()
    each = [partita.v_measure(truth[donor == one], centered[donor == one]) for one in range(8)]
    assert min(each) > 0.8
    assert "not significantly better" in str(page["by_donor"].verdict[0])
