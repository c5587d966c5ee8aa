"""External measures for k-means: the tables and figures of Wu, Xiong and Chen's paper.

`STUDY` lists the parts in the order of the paper, each with its module. `scoring` and `pictures`
serve all of them; `real_data` and `selection` do the work of several.
"""

from __future__ import annotations

from ..frame import Part, Study
from .clusters import figure_6
from .consistency import figure_4, table_9
from .criterion import all_measures
from .dendrogram import figure_5
from .gaussians import uniform_effect
from .guide import guide
from .identities import sixteen
from .imbalanced import imbalance
from .mathematical import table_12
from .normalized import normalized
from .ranges import value_ranges
from .sensitivity import tables_10_11
from .sports import sports
from .table7 import table_7
from .tables import matrices, thirteen

STUDY = Study(
    "kmeans",
    "External measures for k-means",
    "wu2009",
    "K-means tends to make clusters of equal size, whatever the classes are. The paper asks which"
    " of sixteen external measures see this. It drops the measures that do not, normalizes the"
    " others for the group sizes, and compares what is left: how alike they rank clusterings, how"
    " sensitive they are, and which mathematical properties they have.\n\nMost printed tables are"
    " missing from our copy of the text, but its statements are not, and we test each of them. The"
    " simulated data can be made again; the documents are ours, because the paper's may not be"
    " redistributed. Whoever has them, in CLUTO's format, gives their folder by `--data`; Tables 6"
    " to 9 and Figures 2(b), 4, 5 and 6 are then computed from it.",
    (
        Part("identities", "Table 1, sixteen measures", sixteen),
        Part("sports", "Section 3.1, the example of sports", sports),
        Part("matrices", "Table 3, two clusterings", matrices),
        Part("thirteen", "Table 4, thirteen measures", thirteen),
        Part("normalized", "Table 5, normalized measures", normalized),
        Part("gaussians", "Figures 1 and 2(a), simulated sets", uniform_effect),
        Part("imbalanced", "Table 6 and Figure 2(b), samples of documents", imbalance),
        Part("criterion", "Criterion 1 for every measure", all_measures),
        Part("correlation", "Table 7, correlation with DCV", table_7),
        Part("ranges", "Figure 3, ranges of values", value_ranges),
        Part("consistency", "Table 8 and Figure 4, consistency", figure_4),
        Part("dendrogram", "Figure 5, the tree of measures", figure_5),
        Part("split", "Table 9, even and uneven classes", table_9),
        Part("sensitivity", "Tables 10 and 11, sensitivity", tables_10_11),
        Part("clusters", "Figure 6, number of clusters", figure_6),
        Part("properties", "Table 12, mathematical properties", table_12),
        Part("guide", "Section 6, the selection guide", guide),
    ),
)
