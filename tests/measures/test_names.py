"""Names from papers lead to the measure, or to what to write instead."""

import re

import numpy as np
import pytest

import partita
import partita.interop.sklearn
from partita.measures.names import names_of
from partita.measures.other_names import _INSTEAD, instead_of
from partita.measures.spelling import joined

# Rosenberg and Hirschberg (2007), sections 3 and 4.
VMEASURE = {
    "V-measure": "v_measure",
    "Purity": "purity",
    "Entropy": "cluster_entropy",
    "clustering accuracy": "maximum_matching",
    "clustering F-measure": "f_measure",
    "misclassification index": "classification_error",
    "H": "homogeneity",
    "micro-averaged precision": "micro_averaged_precision",
    "micro-averaged recall": "micro_averaged_precision",
    "Rand Index": "rand",
    "Adjusted Rand Index": "adjusted_rand",
    "Γ statistic": "hubert_gamma",
    "Gamma": "hubert_gamma",
    "Jaccard": "jaccard",
    "Fowlkes-Mallows": "fowlkes_mallows",
    "Mirkin": "mirkin",
    "Dom's Q0": "dom_q0",
    "Q2": "dom_q2",
    "variation of information": "variation_of_information",
    "V_beta": "v_measure",
    "V_β": "v_measure",
    "Fowlkes": "fowlkes_mallows",
    "Mirkin measure": "mirkin",
    "Dom’s Q0 measure": "dom_q0",
    "VI": "variation_of_information",
    "H(C|K)": "conditional_entropy",
    "H(K|C)": "conditional_entropy_of_clusters",
}
# Wu, Xiong and Chen (2009), sections 2 and 4.
KMEANS = {
    "F-measure": "f_measure",
    "Mutual Information": "mutual_information",
    "Rand statistic": "rand",
    "Jaccard coefficient": "jaccard",
    "Fowlkes and Mallows index": "fowlkes_mallows",
    "Minkowski score": "minkowski_score",
    "classification error": "classification_error",
    "van Dongen criterion": "van_dongen",
    "micro-average precision": "micro_averaged_precision",
    "Goodman-Kruskal coefficient": "goodman_kruskal",
    "Mirkin metric": "mirkin",
    "normalized van Dongen criterion": "normalized_van_dongen",
    "normalized variation of information": "normalized_variation_of_information",
    "normalized Rand statistic": "adjusted_rand",
    "normalized mutual information": "normalized_mutual_information",
    "Γ'_n": "adjusted_rand",
    "entropy": "cluster_entropy",
    "purity": "purity",
    "Variation of Information (VI)": "variation_of_information",
    "Mutual Information (MI)": "mutual_information",
    "Hubert Γ statistic I": "hubert_gamma",
    "Hubert's gamma statistic I": "hubert_gamma",
    "Hubert Γ statistic II": "hubert_gamma_prime",
    "normalized Hubert Γ statistic I": "hubert_gamma",
    "normalized Hubert Γ statistic II": "adjusted_rand",
    "normalized Fowlkes and Mallows index": "normalized_fowlkes_mallows",
    "normalized Jaccard coefficient": "normalized_jaccard",
    "normalized Minkowski score": "normalized_minkowski",
    "normalized F-measure": "normalized_f_measure",
    "normalized classification error": "normalized_classification_error",
    "H(C|P)": "conditional_entropy",
    "H(P|C)": "conditional_entropy_of_clusters",
    "E": "conditional_entropy",
    "P": "purity",
    "F": "f_measure",
    "MI": "mutual_information",
    "R": "rand",
    "J": "jaccard",
    "FM": "fowlkes_mallows",
    "Γ": "hubert_gamma",
    "Γ′": "hubert_gamma_prime",
    "MS": "minkowski_score",
    "ε": "classification_error",
    "VD": "van_dongen",
    "MAP": "micro_averaged_precision",
    "GK": "goodman_kruskal",
    "M": "mirkin",
    "R_n": "adjusted_rand",
    "FM_n": "normalized_fowlkes_mallows",
    "Γ_n": "hubert_gamma",
    "J′_n": "normalized_jaccard",
    "MS′_n": "normalized_minkowski",
    "F_n": "normalized_f_measure",
    "ε_n": "normalized_classification_error",
    "MI_n": "normalized_mutual_information",
    "VI_n": "normalized_variation_of_information",
    "VDn": "normalized_van_dongen",
}
# The lecture of Zaki and Meira's book, Campagner, Ciucci and Denœux (2022), and a page on cells.
OTHERS = {
    "maximum matching": "maximum_matching",
    "maximum weight matching": "maximum_matching",
    "partition distance": "partition_distance",
    "d_π": "partition_distance",
    "Rand index": "rand",
    "mutual information": "mutual_information",
    "V-measure": "v_measure",
    "generalized V-measure": "v_measure",
    "homogeneity": "homogeneity",
    "completeness": "completeness",
}


@pytest.mark.parametrize(("name", "meant"), (VMEASURE | KMEANS | OTHERS).items())
def test_names_of_papers_find_the_measure(name, meant):
    assert partita.measure(name).name == meant


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("adjusted Mirkin", "normalized_mirkin"),
        ("micro-averaged precision and recall", "micro_averaged_precision"),
        ("H (Meila and Heckerman, 2001)", "maximum_matching"),
        ("lambda of Goodman", "goodman_kruskal"),
    ],
)
def test_an_unknown_name_with_a_rare_word_suggests_its_measures(name, near):
    with pytest.raises(partita.InputError, match=rf"did you mean .*'{near}'"):
        partita.measure(name)


def test_no_spelling_leads_to_two_measures():
    # "fmeasure" is another package's name of `pair_f_measure`, "F-measure" the name in most papers
    owners = {}
    for m in partita.MEASURES.values():
        for name in names_of(m):
            owners.setdefault(joined(name), set()).add(m.name)
    twice = {name: found for name, found in owners.items() if len(found) > 1}
    assert twice == {"fmeasure": {"f_measure", "pair_f_measure"}}


def test_micro_averaged_recall_is_micro_averaged_precision():
    # Dhillon, Mallela and Modha (2003): for each class, count objects that are rightly named (α),
    # wrongly named (β) and wrongly not named (γ); recall is Σα / Σ(α + γ).
    rng = np.random.default_rng(0)
    for _ in range(50):
        truth, prediction = rng.integers(0, 4, 30), rng.integers(0, 5, 30)
        named = np.empty_like(truth)
        for cluster in np.unique(prediction):
            named[prediction == cluster] = np.bincount(truth[prediction == cluster]).argmax()
        right = sum(((named == c) & (truth == c)).sum() for c in range(4))
        missed = sum(((named != c) & (truth == c)).sum() for c in range(4))
        found = partita.measure("micro-averaged recall")(truth, prediction)
        assert found == right / (right + missed)


def test_meila_and_heckerman_s_h_is_one_minus_the_misclassification_index():
    truth, prediction = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1, 2]
    h = partita.measure("Meila-Heckerman")(truth, prediction)
    assert h == 5 / 7  # 2 + 2 + 1 objects are matched
    assert partita.measure("misclassification index")(truth, prediction) == 2 / 7


def test_names_that_are_advised_exist():
    table = partita.Contingency.from_labels([0, 1], [0, 1])
    known = {*partita.MEASURES, *partita.soft.relational.__all__}
    known |= {*dir(partita), *dir(table), *dir(table.information)}
    for name in _INSTEAD:
        advised = re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", instead_of(name))
        assert set(advised) <= known | set(partita.interop.sklearn.__all__)
