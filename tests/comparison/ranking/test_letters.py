"""Two items share a letter exactly if they do not differ."""

import re
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from partita.comparison.ranking.letters import letters


@given(st.integers(1, 6).flatmap(
    lambda n: st.tuples(st.just(n), st.sets(st.sampled_from([*combinations(range(n), 2), (0, 0)])))
))  # fmt: skip
def test_items_share_a_letter_exactly_if_they_do_not_differ(example):
    count, pairs = example
    different = pairs - {(0, 0)}
    found = letters(count, sorted(different))
    for pair in combinations(range(count), 2):
        shared = set(found[pair[0]]) & set(found[pair[1]])
        assert bool(shared) == (pair not in different)


def test_letters_of_many_take_no_time():
    # any two further apart than 30 differ: 170 letters, and no set is made twice
    pairs = [(a, b) for a, b in combinations(range(200), 2) if b - a > 30]
    found = letters(200, pairs)
    assert found[:3] == ["a", "ab", "abc"]
    assert len({sign for own in found for sign in re.findall(r"[a-z]\d*", own)}) == 170
