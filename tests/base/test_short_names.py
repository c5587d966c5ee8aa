"""Short names differ from each other and leave out what all names have in common."""

from hypothesis import given
from hypothesis import strategies as st

from partita.base.short_names import short_names
from partita.base.wording import printable

LONG = "leiden_res=%s_neighbors=15_metric=cosine_seed=0"


def test_names_that_fit_stay():
    names = ["leiden 0.5", "leiden 1.0", "louvain 0.5"]
    assert short_names(names) == names


def test_common_words_are_left_out():
    assert short_names([LONG % r for r in ("0.5", "1.0", "1.25")]) == [
        "…res=0.5…",
        "…res=1.0…",
        "…res=1.25…",
    ]


def test_each_name_keeps_a_word_of_its_own():
    names = ["the long name of a method", "the long name of a method with refinement"]
    assert short_names(names, 24) == ["…method", "…method with refinement"]


def test_numbers_of_alike_names_do_not_depend_on_the_order():
    names = ["x" * 200 + tail + "y" * 200 for tail in "abc"]
    found = dict(zip(names, short_names(names), strict=True))
    assert dict(zip(names[::-1], short_names(names[::-1]), strict=True)) == found
    assert [text[-3:] for text in found.values()] == ["(1)", "(2)", "(3)"]


def test_a_number_that_was_added_is_no_name_of_another():
    assert short_names([1, "1", "1 (2)"]) == ["1 (1)", "1 (3)", "1 (2)"]


@given(st.lists(st.text(max_size=60), max_size=8), st.integers(12, 40))
def test_names_are_short_printable_and_different(names, longest):
    found = short_names(names, longest)
    assert len(set(found)) == len(names)
    assert all(len(name) <= longest for name in found)
    assert [printable(name) for name in found] == found
