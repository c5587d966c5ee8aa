"""Documents as rows of numbers: stems, tf·idf weights, and the leading terms of documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from partita import InputError
from partita.base.arrays import Floats

from .porter import stem

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_WORD = re.compile("[a-z]+")


class Weights(NamedTuple):
    """A weight for each document (row) and term (column), sparse."""

    terms: tuple[str, ...]
    values: csr_array

    def dense(self) -> Floats:
        """The same as a full matrix."""
        found: Floats = self.values.toarray()
        return found


def stems(text: str) -> list[str]:
    """The words of a text in lower case, without their endings; digits and signs separate words.

    There is no stop list: tf·idf gives hardly any weight to words that are everywhere.

    >>> stems("Parses JSON, quickly: python3-json")
    ['pars', 'json', 'quickli', 'python', 'json']
    """
    return [stem(word) for word in _WORD.findall(text.lower())]


def counted(texts: Iterable[str], *, least: int = 2) -> Weights:
    """Count each term of each document.

    Terms in fewer than `least` documents are left out: a term of a single document cannot bring two
    together.

    >>> counted(["red red dog", "red cat", "blue cat"]).dense().tolist()
    [[0.0, 2.0], [1.0, 1.0], [1.0, 0.0]]
    """
    from scipy.sparse import csr_array

    counts = [Counter(stems(text)) for text in texts]
    held = Counter(chain.from_iterable(counts))
    terms = sorted(term for term, documents in held.items() if documents >= least)
    if not terms:
        raise InputError(f"texts: no term is in {least} documents; lower `least`")
    place = {term: k for k, term in enumerate(terms)}
    cells = [
        (row, place[term], float(times))
        for row, count in enumerate(counts)
        for term, times in count.items()
        if term in place
    ]
    rows, columns, values = zip(*cells, strict=True)
    shape = (len(counts), len(terms))
    return Weights(tuple(terms), csr_array((values, (rows, columns)), shape=shape))


def tf_idf(texts: Iterable[str], *, least: int = 2) -> Weights:
    """Weigh each term of each document by how often it occurs there and how rare it is elsewhere.

    The weight is f·log(n/d) for f occurrences in the document, n documents, and d documents with
    the term (Salton and Buckley 1988). Terms in fewer than `least` documents are left out.

    Examples
    --------
    >>> found = tf_idf(["red red dog", "red cat", "blue cat"])
    >>> found.terms
    ('cat', 'red')
    >>> found.dense().round(4).tolist()
    [[0.0, 0.8109], [0.4055, 0.4055], [0.4055, 0.0]]
    """
    found = counted(texts, least=least)
    return Weights(found.terms, weighed_by_rarity(found.values))


def weighed_by_rarity(counts: csr_array) -> csr_array:
    """Multiply each column by log(n/d), for n rows of which d have a value there.

    >>> from scipy.sparse import csr_array
    >>> weighed_by_rarity(csr_array([[2.0, 1.0], [0.0, 3.0]])).toarray().round(4).tolist()
    [[1.3863, 0.0], [0.0, 0.0]]
    """
    weighed = counts.copy()
    held = np.bincount(counts.indices, minlength=counts.shape[1])
    weighed.data = counts.data * np.log(counts.shape[0] / held[counts.indices])
    return weighed


def leading_terms(weights: Weights) -> Weights:
    """Keep the terms that have the highest weight in at least one document, ties included.

    >>> leading_terms(tf_idf(["red red dog", "red cat", "blue cat cat"])).terms
    ('cat', 'red')
    """
    values: Any = weights.values
    highest = values.max(axis=1).toarray().ravel()
    cells = values.tocoo()
    leads = (cells.data == highest[cells.row]) & (cells.data > 0)
    kept = np.unique(cells.col[leads])
    return Weights(tuple(weights.terms[k] for k in kept), values[:, kept])
