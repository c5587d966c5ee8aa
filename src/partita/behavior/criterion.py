"""Criterion 1 of Wu, Xiong and Chen (2009): does a measure see what k-means does to big classes?

K-means tends to make clusters of equal size. Clustering I of the paper's Table 3 has cut the
largest class in three; clustering II has the classes, with a few objects misplaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..table.contingency import Contingency
from .finding import Answer, Example, PropertyFinding, cells

if TYPE_CHECKING:
    from .subject import Subject

# Clusters in rows, classes in columns. The text lost the table; these counts agree with every
# number that it kept (CV₀ = 1.166, CV₁ = 0 and 1.125, and which clustering each measure prefers).
TABLE_3 = {
    "I": ((10, 0, 0, 0, 0), (10, 0, 0, 0, 0), (10, 0, 0, 0, 0), (0, 0, 0, 10, 0), (0, 2, 6, 0, 2)),
    "II": ((27, 0, 0, 2, 0), (0, 2, 0, 0, 0), (0, 0, 6, 0, 0), (3, 0, 0, 8, 0), (0, 0, 0, 0, 2)),
}


def table_3(clustering: str) -> Contingency:
    """Return clustering I or II, classes as rows.

    >>> table_3("I").shape
    (5, 5)
    """
    return Contingency.from_matrix(np.array(TABLE_3[clustering]).T)


def criterion_1(subject: Subject) -> PropertyFinding:
    """Whether the measure prefers clustering II, which keeps the classes whole.

    >>> from partita.behavior.subject import subject
    >>> criterion_1(subject("van_dongen")).answer, criterion_1(subject("purity")).answer
    ('yes', 'no')
    """
    statement = "Prefers clusters like the classes to clusters of equal size (Table 3)."
    tables = table_3("I"), table_3("II")
    first, second = (subject.of(table) for table in tables)
    if first is None or second is None:
        return PropertyFinding("Criterion 1", statement, "wu2009", "no value", 0.0, 0)
    holds = subject.sign * second > subject.sign * first
    answer: Answer = "yes" if holds else "no"
    says = f"{first:.4g} for clusters of equal size (I), {second:.4g} for those like the classes"
    example = Example(tuple(map(cells, tables)), (first, second), says)
    return PropertyFinding(
        "Criterion 1", statement, "wu2009", answer, float(holds), 1, False, example
    )
