"""Figures 4 and 5 of the paper on V-measure: k-means from one to a thousand clusters."""

import numpy as np
import pytest

from partita.figures.svg.svg import svg
from partita_studies.run import Run
from partita_studies.vmeasure.documents import documents as of_documents
from partita_studies.vmeasure.growth import partitions, scored
from partita_studies.vmeasure.vowels import vowels as of_vowels

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def documents():
    return of_documents(Run(effort="quick"))


@pytest.fixture(scope="module")
def vowels():
    return of_vowels(Run(effort="quick"))


def columns(finding, place=0):
    table = list(finding.tables.values())[place]
    return {name: [row[k] for row in table.rows] for k, name in enumerate(table.header)}


def verdicts(finding):
    return {entry.what: entry.verdict for entry in finding.entries}


def test_documents_score_about_as_recorded(documents):
    # Means of five starts of scikit-learn's k-means on the same texts without stop words; starts
    # differ by up to 0.05, as do the two ways to read the texts.
    found = columns(documents)
    at = {k: place for place, k in enumerate(found["k"])}
    for k, v, ami in ((10, 0.353, 0.344), (100, 0.292, 0.219), (1000, 0.427, 0.117)):
        assert found["V"][at[k]] == pytest.approx(v, abs=0.1)
        assert found["AMI"][at[k]] == pytest.approx(ami, abs=0.1)
    assert found["V by chance"][at[1000]] == pytest.approx(0.337, abs=0.03)


def test_documents_v_rises_again_by_chance(documents):
    found = columns(documents)
    assert found["k"][-1] == 1000
    assert max(found["V"]) == found["V"][-1]  # misleading: AMI is near its minimum there
    assert found["AMI"][-1] < 0.5 * max(found["AMI"])
    gains = np.array(found["V"]) - found["V by chance"]
    assert gains[-1] < 0.5 * gains.max()


def test_documents_statements_of_the_paper(documents):
    found = verdicts(documents)
    assert found["VI depends on k"] == "holds"
    # V rises above its peak, to what random labels reach
    assert found["descent from the peak to the largest k"] == "does not hold"
    together = next(one for one in documents.entries if one.what == "V and Q2 peak together")
    assert "beyond, chance lifts it" in together.note
    for what in ("terms kept", "k with the highest V", "k with the highest Q2"):
        assert found[what] == "no data"
    assert found["V at the largest k"] == "lost"
    assert {one.basis for one in documents.entries} == {"other data"}
    assert all(one.note for one in documents.entries if one.verdict != "holds")


def test_one_cluster_has_no_information(documents, vowels):
    # By definition: h = 0, c = 1, V = 0, and VI = H(C).
    for finding, classes in ((documents, None), (vowels, 12)):
        first = [cells[0] for cells in columns(finding).values()]
        assert first[:6] == [1, 0.0, 1.0, 0.0, 0.0, 0.0]
        if classes:
            assert first[7] == pytest.approx(np.log(classes))


def test_vowels_score_as_recorded(vowels):
    # scikit-learn's k-means on the same standardized features; k = 2 has one best partition.
    even, skewed = columns(vowels, 0), columns(vowels, 1)
    at = even["k"].index(2)
    assert even["V"][at] == pytest.approx(0.332503991578, abs=1e-9)
    assert skewed["V"][at] == pytest.approx(0.345293954675, abs=1e-9)
    at = even["k"].index(100)
    assert even["V"][at] == pytest.approx(0.5913, abs=0.03)
    assert skewed["V"][at] == pytest.approx(0.3773, abs=0.03)


def test_vowels_by_pitch_alone_behave_as_figure_5(vowels):
    found = verdicts(vowels)
    for what in ("Q2 after its peak", "V beyond about 30 clusters", "why V grows",
                 "VI depends on k"):  # fmt: skip
        assert found[what] == "holds"
    entries = {one.what: one for one in vowels.entries}
    assert "third reading" in entries["why V grows"].note  # chosen after two others
    assert entries["why V grows"].basis == "chosen"
    # 54.4 + 32.1 + 26.5 + 2.8 + 2.1 = 117.9, printed in section 5.2
    assert "117.9%" in entries["the shares of the five accents are parts of a whole"].ours
    pitch = columns(vowels, 2)
    assert pitch["V"][-1] == max(pitch["V"])
    assert pitch["V"][-1] == pytest.approx(pitch["V by chance"][-1], abs=0.02)  # only chance
    assert abs(pitch["AMI"][-1]) < 0.02


def test_texts_have_no_unfilled_fields(documents, vowels):
    for finding in (documents, vowels):
        assert "{" not in finding.text
        assert finding.where.startswith("Section 5.")


def test_both_renderers_draw_the_figures(documents, vowels):
    figures = [*documents.figures, *vowels.figures]
    assert len(figures) == 5
    assert all(svg(figure).startswith("<svg") for figure in figures)
    pytest.importorskip("matplotlib").use("agg")
    import matplotlib.pyplot as plt

    from partita.figures.plots.plots import draw

    for figure in figures:
        draw(figure)
    plt.close("all")


def test_the_same_seed_gives_the_same_runs_and_pieces_are_kept(tmp_path):
    points = np.random.default_rng(0).normal(size=(60, 3))
    made = [partitions(Run(cache=tmp_path), "piece", points, (1, 4), 2) for _ in range(2)]
    other = partitions(Run(), "piece", points, (1, 4), 2)
    for again in (made[1], other):
        assert np.array_equal(made[0]["labels"], again["labels"])
    assert made[0]["clusters"].tolist() == [1, 4, 4]
    growth = scored(np.arange(60) % 3, made[0])
    assert growth.clusters == (1, 4)
    assert growth.low["V"][1] <= growth.mean["V"][1] <= growth.high["V"][1]
    assert growth.rises("h") == (1, 1)
    assert growth.best("h", 1) == 1
