"""Formulas typeset: every declared one is understood, and what is shown says what is declared."""

import re
from html import unescape

import pytest
from looping import in_turn

import partita
from partita.report.formats.formulas import clauses, mathml

FORMULAS = {name: m.formula for name, m in partita.MEASURES.items() if m.ours}
SIGNS = {"²": "2", "³": "3", "−": "-", "₋": "-", "′": "'", "∑": "Σ", "∏": "Π", "⁢": ""}


def read(shown):
    """The letters, numbers and signs of a formula, without what only arranges them."""
    text = unescape(re.sub(r"<[^>]+>", "", shown))
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    return re.sub(r"[\s()\[\]/_√,]", "", text)


@in_turn("name", sorted(FORMULAS))
def test_a_typeset_formula_reads_as_the_declared_one(name):
    formula = FORMULAS[name]
    combinations = formula.replace("log C(", "log (")  # numbers above each other have no letter
    assert read(mathml(formula)) == read(combinations)


@in_turn("name", sorted(FORMULAS))
def test_the_text_of_a_formula_is_kept(name):
    texts = re.findall(r'alttext="([^"]*)"', mathml(FORMULAS[name]))
    assert ", ".join(map(unescape, texts)) == FORMULAS[name]


def test_measures_of_covers_and_hierarchies_are_understood_too():
    from partita.covers import COVER_MEASURES
    from partita.hierarchies import HIERARCHY_MEASURES

    for m in (*COVER_MEASURES.values(), *HIERARCHY_MEASURES.values()):
        assert len(re.findall("<math", mathml(m.formula))) == len(clauses(m.formula))


@pytest.mark.parametrize(
    ("formula", "above"),
    [
        ("(1 + β) h c / (β h + c)", "(1+β)hc"),  # all of the product before the slash
        ("(1/n) Σ_ij n_ij² / b_j", "nij2"),  # no more than the sum whose index is below
        ("Σ_j Σ_i n_ij (n_ij - 1)/(b_j - 1)", "nij-1"),  # no blanks: only what it touches
        ("PQ/M", "PQ"),
        ("clusters that are classes / |K|", "clusters that are classes"),
        ("or I / H(C,K)", "I"),  # words are not divided
    ],
)
def test_a_slash_divides_what_it_should(formula, above):
    last = mathml(formula).rpartition("<mfrac>")[2]
    numerator = re.match(r"<mrow>(.*?)</mrow><mrow>", last)[1]
    shown = unescape(re.sub(r"<[^>]+>", "", numerator))
    for sign, plain in SIGNS.items():
        shown = shown.replace(sign, plain)
    assert shown == above


@pytest.mark.parametrize("formula", ["(a + b", "|C", "a + ", "√"])
def test_what_is_not_understood_is_refused(formula):
    with pytest.raises(ValueError, match=r"not|missing"):
        mathml(formula)
