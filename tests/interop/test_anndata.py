"""Comparisons of columns of AnnData, which change the data only if asked."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import partita
from partita.interop.anndata import colors, compare

anndata = pytest.importorskip("anndata")

TYPES = ["B", "B", "B", "T", "T", "T", "NK", "NK"]
LEIDEN = ["0", "0", "1", "1", "1", "1", "2", "2"]
FINE = ["0", "0", "1", "2", "2", "3", "4", "4"]


@pytest.fixture
def adata():
    obs = pd.DataFrame(
        {
            "cell_type": pd.Categorical(TYPES),
            "leiden_0.5": pd.Categorical(LEIDEN),
            "leiden_1.0": pd.Categorical(FINE),
            "donor": pd.Categorical(["d1", "d2"] * 4),
        },
        index=[f"cell{k}" for k in range(8)],
    )
    return anndata.AnnData(np.zeros((8, 2), np.float32), obs=obs)


def test_scores_are_the_same_as_of_the_columns(adata):
    found = compare(adata, truth="cell_type", prediction=["leiden_0.5", "leiden_1.0"])
    assert found.truth == "cell_type"
    assert found.predictions == ("leiden_0.5", "leiden_1.0")
    assert found["leiden_0.5", "ARI"].value == partita.adjusted_rand(TYPES, LEIDEN)
    assert found["leiden_1.0", "V"].value == partita.v_measure(TYPES, FINE)


def test_one_column_needs_no_list(adata):
    found = compare(adata, "cell_type", "leiden_0.5", measures=["rand"])
    assert found["rand"].value == partita.rand(TYPES, LEIDEN)


def test_nothing_is_written_unless_asked(adata):
    compare(adata, "cell_type", ["leiden_0.5"])
    assert dict(adata.uns) == {}


def plain(value):
    """Whether a value is text, a number, or a dictionary of these."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(one) for key, one in value.items())
    return type(value) in {str, int, float}


def test_kept_scores_survive_a_file(adata, tmp_path):
    options = {"measures": ["adjusted_rand", "v_measure:beta=0.5"], "confidence": 0.9}
    found = compare(
        adata, "cell_type", ["leiden_0.5", "leiden_1.0"], key_added="partita", **options
    )
    kept = adata.uns["partita"]
    assert plain(kept)
    adata.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad").uns["partita"]
    assert again["truth"] == "cell_type"
    assert again["schema"] == 1
    for name in found.predictions:
        for measure in options["measures"]:
            score = found[name, measure]
            scores = again["scores"][name][measure]
            assert scores["value"] == score.value
            assert (scores["low"], scores["high"]) == score.interval
    assert again["scores"].keys() == kept["scores"].keys()


def test_undefined_scores_are_left_out_of_the_file(adata):
    options = {"weights": [0.5] * 8, "measures": ["rand", "AMI"]}  # AMI needs integer counts
    found = compare(adata, "cell_type", "leiden_0.5", key_added="p", **options)
    assert found["AMI"].value is None
    assert adata.uns["p"]["scores"]["leiden_0.5"] == {"rand": {"value": found["rand"].value}}


def test_cells_without_a_type_follow_the_policy(adata):
    adata.obs.loc["cell0", "cell_type"] = np.nan
    with pytest.raises(partita.InputError, match=r'missing="drop"'):
        compare(adata, "cell_type", "leiden_0.5")
    found = compare(adata, "cell_type", "leiden_0.5", missing="drop", measures=["rand"])
    assert found["rand"].value == partita.rand(TYPES[1:], LEIDEN[1:])


def test_a_view_is_compared_by_its_own_objects(adata):
    found = compare(adata[:6], "cell_type", "leiden_0.5", measures=["rand"])
    assert found["rand"].value == partita.rand(TYPES[:6], LEIDEN[:6])
    assert found.table().shape == (2, 2)


def test_draws_take_whole_donors(adata):
    many = anndata.concat([adata] * 6, index_unique="-")
    many.obs["donor"] = pd.Categorical([f"d{k // 8}" for k in range(48)])
    options = {"measures": ["adjusted_rand"], "confidence": 0.95}
    by_donor = compare(many, "cell_type", "leiden_0.5", groups="donor", **options)
    expected = partita.compare(
        many.obs["cell_type"], many.obs["leiden_0.5"], groups=many.obs["donor"], **options
    )
    assert by_donor["ARI"].interval == expected["ARI"].interval
    assert (
        by_donor["ARI"].interval
        != compare(many, "cell_type", "leiden_0.5", **options)["ARI"].interval
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cell_typ", "leiden_0.5"), "truth: adata.obs has no column 'cell_typ'; did you mean"),
        (("cell_type", ["leiden_0.4"]), "prediction: .* did you mean 'leiden_0.5'"),
        (("cell_type", []), "prediction is empty"),
        (("cell_type", ["donor", "donor"]), "'donor' twice"),
    ],
)
def test_wrong_names_are_refused(adata, arguments, said):
    with pytest.raises(partita.InputError, match=said):
        compare(adata, *arguments)


def test_data_without_obs_is_refused():
    with pytest.raises(partita.InputError, match="must have obs"):
        compare([1, 2], "a", "b")


def test_colors_belong_to_labels(adata):
    with pytest.raises(partita.InputError, match=r"has no 'cell_type_colors': draw"):
        colors(adata, "cell_type")
    adata.uns["cell_type_colors"] = np.array(["#1F77B4", "#ff7f0eff", "red"])
    assert colors(adata, "cell_type") == {"B": "#1f77b4", "NK": "#ff7f0e", "T": "#ff0000"}


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (["#1f77b4"], "1 colors for 3 categories"),
        (["#1f77b4", "url(evil)", "#000000"], "not a color"),
    ],
)
def test_colors_that_do_not_fit_are_refused(adata, kept, said):
    adata.uns["cell_type_colors"] = kept
    with pytest.raises(partita.InputError, match=said):
        colors(adata, "cell_type")


def test_colors_need_categories(adata):
    adata.obs["plain"] = np.arange(8)
    adata.uns["plain_colors"] = ["#000000"] * 8
    with pytest.raises(partita.InputError, match="categorical"):
        colors(adata, "plain")


def test_anndata_is_not_imported():
    code = "import sys, partita.interop.anndata; sys.exit('anndata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
