"""Names are next to their points and cover nothing."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partita.figures.grammar.placement import around, spread


@given(st.lists(st.floats(0, 300), min_size=1, max_size=12))
def test_spread_names_do_not_touch_and_keep_their_order(heights):
    found = spread(heights, 15, 0, 300)
    assert all(b - a >= 15 - 1e-6 for a, b in pairwise(sorted(found)))
    pairs = sorted(zip(heights, found, strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(pairs) if a[0] < b[0])
    assert min(found) >= -1e-6
    assert max(found) <= 300 + 1e-6


def test_a_name_without_room_is_left_out():
    corners = around([(50.0, 50.0)] * 60, [(70.0, 13.0)] * 60, (0, 0, 400, 400))
    boxes = [(x, y, x + 70, y + 13) for x, y in filter(None, corners)]
    assert 4 <= len(boxes) < 60
    for k, (a, b, c, d) in enumerate(boxes):
        assert all(c <= e or g <= a or d <= f or h <= b for e, f, g, h in boxes[:k])


def test_names_of_points_do_not_cover_each_other():
    rng = np.random.default_rng(0)
    points = [tuple(place) for place in rng.uniform(50, 350, (8, 2))]
    sizes = [(70.0, 13.0)] * 8
    corners = around(points, sizes, (0, 0, 400, 400))
    boxes = [(x, y, x + 70, y + 13) for x, y in corners]
    for k, (a, b, c, d) in enumerate(boxes):
        assert min(a, b) >= 0
        assert max(c, d) <= 400
        for e, f, g, h in boxes[:k]:
            assert c <= e or g <= a or d <= f or h <= b
