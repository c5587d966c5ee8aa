"""Words, weights and leading terms of documents."""

import math
from collections import Counter

import numpy as np
import pytest

from partita.base.errors import InputError
from partita_studies import datasets
from partita_studies.algorithms.text import leading_terms, stems, tf_idf


def test_words_are_letters_in_lower_case():
    assert stems("Node.js: 3 HTTP-servers, naïve") == ["node", "j", "http", "server", "na", "ve"]
    assert stems("") == []


def test_weights_are_occurrences_times_rarity():
    texts = ["dogs and dogs", "a dog and a cat", "cats", "the cat and the dog", "birds"]
    found = tf_idf(texts)
    counts = [Counter(stems(text)) for text in texts]
    held = Counter(term for count in counts for term in count)
    assert found.terms == tuple(sorted(term for term in held if held[term] >= 2))
    for row, count in enumerate(counts):
        for column, term in enumerate(found.terms):
            expected = count[term] * math.log(len(texts) / held[term])
            assert found.dense()[row, column] == pytest.approx(expected, rel=1e-14, abs=0)


def test_a_term_of_all_documents_has_no_weight_and_never_leads():
    found = tf_idf(["red dog", "red cat", "red dog cat"])
    assert found.dense()[:, found.terms.index("red")].tolist() == [0, 0, 0]
    assert leading_terms(found).terms == ("cat", "dog")  # tied in the last document


def test_texts_without_common_terms_are_rejected():
    with pytest.raises(InputError, match="no term is in 2 documents"):
        tf_idf(["one", "two"])


def test_the_documents_keep_about_a_thousand_leading_terms():
    # Without stop words and with smoothed rarity the same texts keep 1096.
    weights = tf_idf(datasets.documents().texts)
    found = leading_terms(weights)
    assert 1000 < len(found.terms) < 1300
    assert "python" in found.terms
    full = weights.dense()
    leads = {weights.terms[k] for k in full.argmax(axis=1)}
    assert leads <= set(found.terms)
    columns = [weights.terms.index(term) for term in found.terms]
    assert np.array_equal(found.dense(), full[:, columns])
    assert (found.dense().max(axis=1) == full.max(axis=1)).all()  # no document is left empty
