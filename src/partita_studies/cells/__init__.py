"""Single cells: which cell types does a clustering find, and which does it miss?"""

from __future__ import annotations

from ..frame import Part, Study
from .blood import blood
from .clusterings import clusterings
from .doublets import doublets
from .formulas import formulas
from .numbers import numbers
from .types import types

STUDY = Study(
    "cells",
    "V-measure for single cells",
    "tian2019",
    "A page on V-measure for the annotation of cells gives the formulas of homogeneity,"
    " completeness, V and V_β, without data or numbers, and points to scikit-learn for the code."
    " Here the formulas are applied to real cells: five lung cancer cell lines, identified by their"
    " genotypes (Tian and others 2019), and blood cells with annotated types. We compare our"
    " numbers with those of scikit-learn 1.9.1 for the same labels.",
    (
        Part("formulas", "the formulas and what they say", formulas),
        Part("clusterings", "eighteen clusterings of five cell lines", clusterings),
        Part("numbers", "k-means for several numbers of clusters", numbers),
        Part("types", "which cell type is split or mixed", types),
        Part("doublets", "wells with one cell and with two", doublets),
        Part("blood", "blood cells", blood),
    ),
)
