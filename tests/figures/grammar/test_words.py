"""Names and ticks of figures are short, printable and round."""

from hypothesis import given
from hypothesis import strategies as st

from partita.base.wording import brief, printable
from partita.figures.grammar.words import round_ticks, whole_ticks


@given(st.text(max_size=300), st.integers(9, 40))
def test_brief_names_are_short_and_printable(name, longest):
    found = brief(name, longest)
    assert len(found) <= longest
    assert printable(found) == found


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_ticks_are_round_and_inside(low, span):
    ticks = round_ticks(low, low + span)
    places = [place for place, _ in ticks]
    slack = 1e-6 * (abs(low) + span)
    assert all(low - slack <= place <= low + span + slack for place in places)
    assert len({label for _, label in ticks}) == len(ticks) <= 8


def test_ticks_of_integers_are_integers():
    labels_ = [label for _, label in whole_ticks(range(2, 60))]
    assert all(label.isdigit() for label in labels_)
    assert len(labels_) <= 10
