"""Seeds: what `rng` accepts, and that the reported seed repeats the result."""

import re

import numpy as np
import pytest

import partita
from partita import InputError
from partita.base.seeds import seed_of
from partita.base.wording import show
from partita.chance import chance, random_partition

TRUTH = np.repeat([0, 1, 2], 30)
PREDICTION = (TRUTH + (np.arange(90) % 4 == 0)) % 3
SOFT = partita.Fuzzy(np.where(PREDICTION[:, None] == np.arange(3), 0.8, 0.1))
KINDS = {
    "None": lambda: None,
    "SeedSequence": lambda: np.random.SeedSequence(5),
    "Generator": lambda: np.random.default_rng(5),
    "BitGenerator": lambda: np.random.Philox(5),
}
kinds = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@pytest.mark.parametrize("number", [0, 7, 2**64 - 1, np.int64(3), np.uint64(2**64 - 1)])
def test_an_integer_is_its_own_seed(number):
    assert seed_of(number) == number
    assert type(seed_of(number)) is int


@pytest.mark.parametrize(
    "wrong", [True, np.True_, -1, 1.0, 1.5, 2**64, "3", [1, 2], np.random.RandomState(1)]
)
def test_anything_else_is_refused(wrong):
    with pytest.raises(InputError, match=r"^rng must be an integer from 0 to 2\*\*64 - 1, "):
        seed_of(wrong)
    with pytest.raises(InputError, match=re.escape(f"or None; got {show(wrong)}")):
        partita.significance("rand", TRUTH, PREDICTION, rng=wrong)


def test_generators_move_on_and_sequences_do_not():
    generator, sequence = np.random.default_rng(1), np.random.SeedSequence(1)
    assert seed_of(generator) != seed_of(generator)
    assert seed_of(sequence) == seed_of(sequence) == seed_of(np.random.SeedSequence(1))
    assert seed_of(None) != seed_of(None)
    bits = np.random.PCG64(4)
    assert seed_of(np.random.PCG64(4)) == seed_of(np.random.default_rng(4)) == seed_of(bits)
    assert seed_of(bits) != seed_of(np.random.PCG64(4))


@kinds
def test_json_keeps_every_drawn_seed(kind):
    assert all(0 <= seed_of(kind()) < 2**53 for _ in range(20))


ASKED = {
    "confidence_interval": lambda rng: partita.confidence_interval(
        "f_measure", TRUTH, PREDICTION, draws=99, rng=rng
    ),
    "difference": lambda rng: partita.difference(
        "f_measure", TRUTH, PREDICTION, TRUTH[::-1], draws=99, rng=rng
    ),
    "significance": lambda rng: partita.significance(
        "f_measure", TRUTH, PREDICTION, draws=99, rng=rng
    ),
    "compare": lambda rng: partita.compare(
        TRUTH, PREDICTION, measures="f_measure", confidence=0.9, null="num", draws=99, rng=rng
    ),
    "sweep": lambda rng: partita.sweep(
        TRUTH, {2: TRUTH // 2, 3: PREDICTION}, measures="f_measure", draws=99, rng=rng
    ),
}


@kinds
@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_the_seed_in_a_result_repeats_it(ask, kind):
    found = ask(kind())
    assert type(found.rng) is int
    again = ask(found.rng)
    assert repr(again) == repr(found)
    assert str(again) == str(found)


@kinds
def test_rankings_of_a_comparison_use_its_seed(kind):
    both = {"a": PREDICTION, "b": (TRUTH + (np.arange(90) % 3 == 0)) % 3}
    found = partita.compare(TRUTH, both, measures="f_measure", confidence=0.9, draws=99, rng=kind())
    again = partita.compare(
        TRUTH, both, measures="f_measure", confidence=0.9, draws=99, rng=found.rng
    )
    assert again.to_json() == found.to_json()
    assert f'"seed": {found.rng}' in found.to_json()
    assert {score.estimate.rng for score in found.scores} == {found.rng}
    ranks = [one.ranks("f_measure", draws=99) for one in (found, again)]
    assert ranks[0].rng == found.rng
    assert str(ranks[0]) == str(ranks[1])


SAMPLED = {
    "chance": lambda rng: chance(
        "f_measure", partita.Contingency.from_labels(TRUTH, PREDICTION), draws=50, rng=rng
    ),
    "expectation": lambda rng: partita.expectation(
        "f_measure", TRUTH, SOFT, method="sample", draws=100, rng=rng
    ),
    "law": lambda rng: partita.law("f_measure", TRUTH, SOFT, method="sample", draws=100, rng=rng),
}


@kinds
@pytest.mark.parametrize("ask", SAMPLED.values(), ids=SAMPLED)
def test_the_seed_in_the_text_repeats_the_result(ask, kind):
    found = ask(kind())
    (number,) = set(re.findall(r"seed (\d+)", str(found)))
    assert repr(ask(int(number))) == repr(found)


def test_derived_measures_and_partitions_take_generators():
    derived = partita.adjusted("f_measure")
    values = [derived(TRUTH, PREDICTION, rng=np.random.default_rng(3)) for _ in range(2)]
    assert values[0] == values[1]
    parts = [random_partition(50, 4, rng=np.random.default_rng(k)) for k in (1, 1, 2)]
    assert np.array_equal(parts[0], parts[1])
    assert not np.array_equal(parts[0], parts[2])
