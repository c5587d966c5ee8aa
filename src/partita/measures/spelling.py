"""Names of measures in any spelling: hyphens, Greek letters and gaps make no difference."""

from __future__ import annotations

import re
from unicodedata import normalize

_GREEK = {"γ": "gamma", "β": "beta", "ε": "epsilon", "π": "pi"}
_SPELLED = str.maketrans({"′": "'", "’": "'", "-": " ", "_": " ", "&": " and ", **_GREEK})


def folded(name: str) -> str:
    """Return a name in folded case, with words joined as in Python and Greek letters by name.

    A symbol of at most five letters in parentheses at the end is left out.

    >>> folded("Fowlkes & Mallows index"), folded("Hubert's Γ"), folded("Mutual Information (MI)")
    ('fowlkes_and_mallows_index', 'hubert_gamma', 'mutual_information')
    """
    text = normalize("NFKC", name).casefold().translate(_SPELLED).replace("'s ", " ")
    return "_".join(re.sub(r"\s\([^()]{1,5}\)\s*$", "", text).split())


def joined(name: str) -> str:
    """Return a folded name without gaps: "VD_n", "VDn" and "vd n" are the same."""
    return folded(name).replace("_", "")
