"""The generator of parametric clusterings: exact, or refused with what can be made."""

from fractions import Fraction

import numpy as np
import pytest

import partita
from partita import InputError, parametric_clustering
from partita.behavior.generator import Shape, counts
from partita.behavior.grid import FULL


def test_figure_3_comes_out_cell_by_cell():
    made = parametric_clustering(
        4, 3, noise_classes=1, noise_clusters=1, errors=(0.1, 0.2, 0.1), objects=60
    )
    # Rosenberg and Hirschberg 2007, Figure 3, clusters as rows
    assert made.to_scipy().toarray().T.tolist() == [[12, 12, 2, 3], [2, 2, 12, 3], [4, 4, 4, 0]]
    assert list(made.classes) == ["class 1", "class 2", "class 3", "noise class 1"]


def shares(shape, errors):
    """The masses cell by cell, in fractions, straight from the words of section 4."""
    classes, clusters = shape.useful_classes, shape.useful_clusters
    kinds = {}
    for c in range(classes + shape.noise_classes):
        for k in range(clusters + shape.noise_clusters):
            if c >= classes and k >= clusters:
                continue
            many, few = (c, clusters) if classes >= clusters else (k, classes)
            partner = (k if classes >= clusters else c) == many * few // max(classes, clusters)
            kind = 3 if c >= classes else 2 if k >= clusters else 0 if partner else 1
            kinds.setdefault(kind, []).append((c, k))
    mass = [0, *(e if kind in kinds else 0 for kind, e in enumerate(errors, 1))]
    mass[0] = 1 - sum(mass)
    return {
        cell: Fraction(mass[kind]) / len(cells) for kind, cells in kinds.items() for cell in cells
    }


SHAPES = [Shape(2, 5), Shape(7, 5, 2, 3), Shape(11, 5, 6, 6), Shape(5, 5, 0, 1), Shape(4, 5, 3, 0)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_cells_have_their_share_of_the_mass(shape):
    made = counts(shape, np.array((33, 66, 133)), of=1000, objects=FULL.objects)
    assert made.sum() == FULL.objects
    due = shares(shape, [Fraction(e, 1000) for e in (33, 66, 133)])
    assert {cell: share * FULL.objects for cell, share in due.items() if share} == {
        (int(c), int(k)): int(made[c, k]) for c, k in np.argwhere(made)
    }


def test_the_public_table_is_the_one_of_the_grid():
    shape = Shape(7, 5, 2, 3)
    made = parametric_clustering(
        8, 9, noise_classes=3, noise_clusters=2, errors=(0.033, 0.066, 0.133),
        objects=FULL.objects,
    )  # fmt: skip
    due = counts(shape, np.array((33, 66, 133)), of=1000, objects=FULL.objects)
    assert made.to_scipy().toarray().tolist() == due.tolist()


def test_errors_are_the_decimals_that_they_print():
    one = parametric_clustering(2, 2, errors=(0.1, 0, 0))
    assert one == parametric_clustering(2, 2, errors=("0.1", 0, 0))
    assert one == parametric_clustering(2, 2, errors=(Fraction(1, 10), 0, 0))
    assert one.to_scipy().toarray().tolist() == [[9, 1], [1, 9]]


def test_without_a_number_of_objects_the_fewest_are_taken():
    # 3 classes in 13 clusters are 13 matches and 26 other cells: .9/13 and .1/26 of n
    assert parametric_clustering(3, 13, errors=(0.1, 0, 0)).n == 260


def test_the_first_group_may_take_what_is_left_over():
    made = parametric_clustering(5, 2, matching="rest").to_scipy().toarray()
    assert (made > 0).tolist() == [[True, False]] * 4 + [[False, True]]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"errors": (0.1, 0.2, 0.1)}, "ε2 = 0.2, but no cell can hold it: add a noise cluster"),
        ({"noise_clusters": 1, "errors": (0, 0.1, 0.1)}, "ε3 = 0.1, but no cell can hold it"),
        ({"classes": 1, "errors": (0.1, 0, 0)}, "ε1 = 0.1, but no cell can hold it"),
        ({"errors": (0.1, 0, 0), "objects": 61}, "not every cell would be an integer; write 60 or"),
        ({"errors": (0.1, 0, 0), "objects": 5}, "write 60, a multiple of 60"),
        ({"errors": (0.6, 0.5, 0)}, "errors sum to 1.1"),
        ({"errors": (-0.1, 0, 0)}, "three shares of 0 or more"),
        ({"errors": 0.1}, "three shares of 0 or more"),
        ({"noise_classes": 3}, "write classes=4 or more"),
        ({"noise_clusters": -1}, "noise_clusters must be"),
        ({"errors": ("1/0", 0, 0)}, "three shares of 0 or more"),
        ({"errors": (1 / 3, 0, 0)}, "need .* objects or more .* or fractions, such as '1/3'"),
        ({"classes": 10**9}, "classes=1,000,000,000 and clusters=3 make 3,000,000,000 cells"),
        (
            {"noise_clusters": 1},
            "noise cluster 1 would be empty; write noise_clusters=0 and clusters=2",
        ),
        ({"noise_classes": 2}, "noise class 1 would be empty; write noise_classes=0 and classes=1"),
        ({"noise_classes": 1, "errors": (0, 0, 0.1), "noise_clusters": 1}, "or ε2 above 0"),
        (
            {"noise_clusters": 1, "errors": (0, 1, 0)},
            "cluster 1 would be empty; write smaller errors",
        ),
        ({"objects": 3 * 10**20}, "is too large; write at most 9,007,199,254,740,99"),
        ({"matching": "odd"}, "matching must be one of 'even', 'rest'"),
    ],
    ids=str,
)
def test_what_cannot_be_made_is_refused_with_what_can(call, words):
    options = {"classes": 3, "clusters": 3, **call}
    with pytest.raises(InputError, match=words):
        parametric_clustering(options.pop("classes"), options.pop("clusters"), **options)


def test_its_measures_are_those_of_the_paper():
    perfect = parametric_clustering(5, 5)
    assert partita.v_measure.of(perfect) == 1
