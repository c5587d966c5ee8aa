"""Miller and Madow's correction of entropies for the number of occupied cells (Miller 1955)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base.checks import one_of
from ...base.errors import InputError
from ...statistics.information import Information

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency


def miller_madow(s: Chosen, table: Contingency, name: str) -> float:
    """Return the score of the corrected entropies: each entropy grows by (m - 1)/2n.

    Mutual information falls by (cells - classes - clusters + 1)/2n and never below 0.
    """
    one_of("bias_correction", name, ("miller-madow",))
    if s.measure.family != "information":
        raise InputError(
            f"miller-madow corrects entropies, and {s.measure.name} reads none; leave it out"
        )
    if table.perfect and s.measure.perfect is not None:
        return s.measure.perfect
    statistic: Any = getattr(table, s.statistic)
    if s.measure.reads != "information":
        raise InputError(
            f"miller-madow corrects entropies, and {s.measure.name} reads more than those; "
            "leave it out"
        )
    if isinstance(statistic, Information):
        return s.measure.read(_corrected(statistic, table), **s.options)
    # the expected value is subtracted already: a second correction would be too much
    raise InputError(f"{s.measure.name} is corrected for chance already; leave miller-madow out")


def _corrected(i: Information, table: Contingency) -> Information:
    """Return information with Miller and Madow's terms added."""
    (classes, clusters), cells, n = table.shape, table.nnz, float(table.n)
    return i._replace(
        mutual=max(0.0, i.mutual - (cells - classes - clusters + 1) / (2 * n)),
        class_residual=i.class_residual + (cells - clusters) / (2 * n),
        cluster_residual=i.cluster_residual + (cells - classes) / (2 * n),
    )
