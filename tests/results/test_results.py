"""Records print as sentences, can be compared, and survive pickling."""

import pickle
from dataclasses import replace

import pytest

import partita
from partita.results import Advice, Difference, Edit, Estimate, Significance

CLASSES = [0, 0, 0, 1, 1, 1]
BOTH = {"one": [0, 0, 1, 1, 2, 2], "two": [0, 0, 0, 1, 1, 1]}
RECORDS = [
    Estimate("rand", 0.75, 0.6, 0.875, 0.07, 0.95, "bca", ("12 groups",), 1999, 0),
    Significance("rand", 0.75, 0.5, 0.1, 2.5, 0.013, "permutation", (), 999, 0),
    Difference("rand", 0.1, 0.02, 0.2, 0.04, 0.95, "bca", (), 1999, 0, p_value=0.01),
    Advice("noise", "Half is noise.", {"noise_share": 0.5}, "Say so.", ("wu2009",)),
    Edit("merge", (0, 3), ("a", "b"), 0.12, "rand", 0.9),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_records_are_frozen_and_pickle(record):
    with pytest.raises((AttributeError, TypeError)):
        record.value = 1
    assert pickle.loads(pickle.dumps(record)) == record


def test_evidence_cannot_be_changed():
    with pytest.raises(TypeError):
        RECORDS[3].evidence["noise_share"] = 0.0


def test_draws_are_mentioned_only_if_there_are_any():
    exact = Estimate("rand", 0.75, 0.6, 0.9, 0.07, 0.9, "jackknife", (), 0, None)
    assert str(exact) == "rand is 0.7500, 90% interval 0.6000 to 0.9000 (jackknife)"
    certain = Significance("rand", 1.0, 1.0, 0.0, None, 1.0, "permutation", ("1 table",), 0, 0)
    assert str(certain) == (
        "rand is 1.0000; chance gives 1.0000 ± 0.0000, p = 1 (permutation: 1 table)"
    )


def test_a_sentence_is_made_of_the_fields():
    few = ("fewer than 20 objects per cell",)
    biased = Estimate("rand", 0.75, 0.6, 0.9, 0.07, 0.9, "calibrated", few, 99, 0, bias=0.05)
    assert biased.how == "calibrated; bias of +0.05 removed; fewer than 20 objects per cell"
    assert replace(biased, bias=0.03).how == "calibrated; fewer than 20 objects per cell"
    tables = ("99 sampled tables",)
    drawn = Significance("rand", 0.7, 0.5, 0.1, 2.0, 0.04, "permutation", tables, 99, 0)
    assert drawn.how == drawn.tables == "permutation: 99 sampled tables"
    assert replace(drawn, p_error=0.02).how == "permutation: 99 sampled tables, p ± 0.02"


def test_edits_read_as_advice():
    assert str(RECORDS[4]) == "merge clusters 0 and 3 (both of classes a, b): rand +0.1200"
    many = Edit("split", (1,), tuple(range(9)), 0.5, "rand")
    assert str(many) == "split cluster 1 into classes 0, 1, 2, 3, 4, 5, … (9 in all): rand +0.5000"


def test_several_results_print_as_text_and_not_as_records():
    found = partita.compare([0, 0, 0, 1, 1, 1], BOTH)
    for several in (found.verdict, found.advice, found.edits("two")):
        assert isinstance(several, tuple)
        text = repr(several)
        assert str(several) == text
        assert "mappingproxy" not in text
        assert type(several).__name__ not in text
        assert type(several[:1]) is type(several)
        assert pickle.loads(pickle.dumps(several)) == several


def test_text_of_verdicts_names_each_clustering_once():
    found = partita.compare([0, 0, 0, 1, 1, 1], BOTH)
    lines = repr(found.verdict).splitlines()
    assert [line for line in lines if line in ("one", "two")] == ["one", "two"]
    assert max(map(len, lines)) <= 100


def test_no_results_are_a_sentence():
    assert repr(partita.compare([0, 0, 1], [0, 0, 1]).edits()) == (
        "No merge, split or move improves the measure."
    )


def test_the_measures_print_as_a_list_by_family():
    text = repr(partita.MEASURES)
    assert text.startswith(f"{len(partita.MEASURES)} measures")
    for name, m in partita.MEASURES.items():
        assert f"{name} ({m.symbol})" in text.replace("\n  ", " ")
    assert max(map(len, text.splitlines())) <= 110
