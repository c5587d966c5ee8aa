"""Overlapping clusterings (covers): an input class, and measures that compare two of them.

>>> from partita import Cover
>>> from partita.covers import omega
>>> a = Cover.from_clusters({"chess": ["Ann", "Bo"], "choir": ["Bo", "Cem", "Di"]})
>>> b = Cover.from_clusters({"chess": ["Ann", "Bo"], "choir": ["Cem", "Di"]})
>>> round(omega(a, b), 6)
0.4
"""

from __future__ import annotations

from .best_match import best_match_f1, best_match_jaccard
from .cover import Cover
from .element_similarity import ElementScores, element_centric, element_scores
from .information import onmi, onmi_lfk
from .pairing import CoverPair, align
from .pairs import b_cubed_f, b_cubed_precision, b_cubed_recall, omega
from .registry import COVER_MEASURES, CoverMeasure

__all__ = [
    "COVER_MEASURES",
    "Cover",
    "CoverMeasure",
    "CoverPair",
    "ElementScores",
    "align",
    "b_cubed_f",
    "b_cubed_precision",
    "b_cubed_recall",
    "best_match_f1",
    "best_match_jaccard",
    "element_centric",
    "element_scores",
    "omega",
    "onmi",
    "onmi_lfk",
]
