"""The claims about soft clusterings, against partita's own soft clusterings."""

import numpy as np
import pytest

import partita
from partita.behavior.soft_claims import soft_claims
from partita.behavior.subject import subject


# Campagner, Ciucci and Denœux 2022: the claims hold for distances that are metrics
@pytest.mark.parametrize("name", ["rand", "variation_of_information", "partition_distance"])
def test_metrics_have_all_of_them(name):
    assert {found.answer for found in soft_claims(subject(name))} == {"yes"}


def test_what_is_no_distance_lacks_them():
    answers = {found.name: found.answer for found in soft_claims(subject("purity"))}
    assert answers["Theorem 1"] == "no"  # one cluster of two classes is not at distance 0 ...
    assert answers["Theorem 4, fuzzy"] == "no"  # ... and purity is not symmetric


def test_the_least_distance_is_that_of_extremes():
    """Proposition 1: 1 - d^l is 1 exactly where a hard clustering is common."""
    draw = np.random.default_rng(0)
    for _ in range(20):
        sides = [draw.random((4, 2)) < 0.6 for _ in range(2)]
        for side in sides:
            side[~side.any(axis=1)] = True
        rough = [partita.Rough(side) for side in sides]
        found = partita.extremes("rand", *rough)
        common = any(
            all(a[i, x] and b[i, x ^ flip] for i, x in enumerate(labels))
            for a, b in [sides]
            for flip in (0, 1)
            for labels in np.ndindex(2, 2, 2, 2)
        )
        assert (found.high.inner == 1) is common


def test_a_symmetric_measure_without_triangle_inequality_has_a_detour():
    found = {one.name: one for one in soft_claims(subject("fowlkes_mallows"))}
    fuzzy = found["Theorem 4, fuzzy"]
    assert fuzzy.answer == "no"
    direct, detour = fuzzy.example.values
    assert direct > detour
    assert fuzzy.example.says == f"{direct:.4g}, but {detour:.4g} by a detour"
