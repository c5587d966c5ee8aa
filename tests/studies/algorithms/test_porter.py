"""Stems of words, as Porter's paper prints them."""

import random

import pytest

from partita_studies import datasets
from partita_studies.algorithms import porter
from partita_studies.algorithms.porter import stem

# The examples of Porter 1980 (Program 14, 130-137) for the rules of each step.
PUBLISHED = {
    porter.plural: "caresses caress, ponies poni, ties ti, caress caress, cats cat",
    porter.past: "feed feed, agreed agree, plastered plaster, bled bled, motoring motor, sing sing,"
    " conflated conflate, troubled trouble, sized size, hopping hop, tanned tan, falling fall,"
    " hissing hiss, fizzed fizz, failing fail, filing file",
    porter.final_y: "happy happi, sky sky",
    porter.double_suffix: "relational relate, conditional condition, rational rational,"
    " valenci valence, hesitanci hesitance, digitizer digitize, conformabli conformable,"
    " radicalli radical, differentli different, vileli vile, analogousli analogous,"
    " vietnamization vietnamize, predication predicate, operator operate, feudalism feudal,"
    " decisiveness decisive, hopefulness hopeful, callousness callous, formaliti formal,"
    " sensitiviti sensitive, sensibiliti sensible",
    porter.single_suffix: "triplicate triplic, formative form, formalize formal,"
    " electriciti electric, electrical electric, hopeful hope, goodness good",
    porter.last_suffix: "revival reviv, allowance allow, inference infer, airliner airlin,"
    " gyroscopic gyroscop, adjustable adjust, defensible defens, irritant irrit,"
    " replacement replac, adjustment adjust, dependent depend, adoption adopt, homologou homolog,"
    " communism commun, activate activ, angulariti angular, homologous homolog,"
    " effective effect, bowdlerize bowdler",
    porter.final_letters: "probate probat, rate rate, cease ceas, controll control, roll roll",
}
# The list of the same paper: m = 0, 1 and 2.
MEASURES = {
    0: "tr ee tree y by",
    1: "trouble oats trees ivy",
    2: "troubles private oaten orrery",
}


@pytest.mark.parametrize("step", PUBLISHED, ids=lambda step: step.__name__)
def test_each_step_does_what_the_paper_shows(step):
    pairs = [pair.split() for pair in PUBLISHED[step].split(",")]
    assert [step(word) for word, _ in pairs] == [expected for _, expected in pairs]


def test_the_measure_of_words_agrees_with_the_paper():
    for expected, words in MEASURES.items():
        assert {porter.measure(word) for word in words.split()} == {expected}


def test_complete_stems_of_the_paper():
    family = ("connect", "connected", "connecting", "connection", "connections")
    assert {stem(word) for word in family} == {"connect"}
    assert stem("generalizations") == "gener"
    assert stem("oscillators") == "oscil"


def test_nltk_agrees_on_every_word_of_the_documents_and_on_random_ones():
    nltk = pytest.importorskip("nltk.stem.porter")
    other = nltk.PorterStemmer(mode=nltk.PorterStemmer.ORIGINAL_ALGORITHM)
    words = {word for text in datasets.documents().texts for word in text.lower().split()}
    words = {word for word in words if word.isascii() and word.isalpha()}
    assert len(words) > 5000
    drawn = random.Random(0)
    endings = [rule.ending for rule in (*porter._DOUBLE, *porter._SINGLE, *porter._LAST)]
    letters = "abeiolstuyz"  # many of them in endings
    for _ in range(5000):
        start = "".join(drawn.choices(letters, k=drawn.randint(0, 7)))
        words.add(start + drawn.choice([*endings, "ed", "ing", "eed", "s", "ies", "y", "e", "ll"]))
    assert [word for word in words if stem(word) != other.stem(word)] == []
