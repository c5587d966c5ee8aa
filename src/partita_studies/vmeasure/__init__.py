"""The V-measure: the figures and tables of Rosenberg and Hirschberg (2007)."""

from __future__ import annotations

from ..frame import Part, Study
from .baselines import baselines
from .claims import section_4
from .documents import documents
from .every_measure import every_measure
from .formulas import formulas
from .generator import figure_3
from .others import other_measures
from .solutions import figure_2
from .table2 import table_2
from .vowels import vowels

STUDY = Study(
    "vmeasure",
    "V-measure: homogeneity and completeness",
    "rosenberg2007",
    "The paper defines the V-measure, shows what measures that match clusters to classes cannot"
    " see, counts how often nine measures have seven desirable properties on generated"
    " clusterings, and applies V to documents and to pitch accents.\n\nWe reproduce its examples"
    " and its main claim: of the nine measures only V, VI and Q0 have all seven properties"
    " everywhere. A good part of Table 2 is not reproduced under any reading that we tried, nor are"
    " two sentences about it; one of them is refuted. Beyond the paper, we compute Table 2 for"
    " every measure of partita, and show how much of V under growing numbers of clusters is"
    " chance.",
    (
        Part("formulas", "Sections 2 and 3, the formulas", formulas),
        Part("baselines", "Section 3, baselines", baselines),
        Part("others", "Sections 2 and 3, other measures", other_measures),
        Part("matching", "Figure 2, the problem of matching", figure_2),
        Part("generator", "Figure 3, the generator", figure_3),
        Part("table2", "Table 2, desirable properties", table_2),
        Part("claims", "Section 4 on Table 2", section_4),
        Part("registry", "Table 2 for every measure", every_measure),
        Part("documents", "Figure 4, documents", documents),
        Part("vowels", "Figure 5, vowels for pitch accents", vowels),
    ),
)
