"""Family statistics that few measures read: computed for a table when one of them is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _kernel
from ..base.arithmetic import exact
from ..base.errors import UndefinedError
from ..base.late import kept
from ..statistics.further import (
    ClassMatching,
    Counterparts,
    ElementOverlaps,
    GiniGains,
    JaccardCounterparts,
    MergeCosts,
    OtherShares,
    Pieces,
    ProductCounterparts,
    SetMatching,
    ShareMatching,
    SquareShares,
)
from .moments import MomentTable
from .values import require_digits

if TYPE_CHECKING:
    from ..base.arithmetic import Exact


class FurtherTable(MomentTable):
    """A table with statistics beside those of the best known families."""

    @kept
    def element_overlaps(self) -> ElementOverlaps:
        """How alike the two groups of an object are, summed over the objects."""
        return ElementOverlaps(self._objects, self._ratios.read(self._table.squares_over_larger()))

    @kept
    def counterparts(self) -> Counterparts:
        """Each group with the counterpart of the highest F."""
        return Counterparts(*self._best_shares("dice"))

    @kept
    def jaccard_counterparts(self) -> JaccardCounterparts:
        """Each group with the counterpart of the highest Jaccard index."""
        return JaccardCounterparts(*self._best_shares("jaccard"))

    @kept
    def product_counterparts(self) -> ProductCounterparts:
        """Each group with the counterpart of the highest product of shares."""
        return ProductCounterparts(*self._best_shares("product"))

    @kept
    def square_shares(self) -> SquareShares:
        """Sums of squared shares of classes and clusters."""
        return SquareShares(*self.shape, *map(exact, _kernel.square_shares(self._table)))

    @kept
    def gini_gains(self) -> GiniGains:
        """How much less mixed classes are within clusters than at large, and vice versa."""
        _, classes, clusters = map(exact, self._table.pair_sums())
        n, overlaps = self._objects, self.overlaps
        rooms = n * n - classes, n * n - clusters
        if self._ratios.unit is None:
            for room in rooms:
                require_digits(room, n * n)
        return GiniGains(
            self._difference(n * overlaps.precision, classes),
            rooms[0],
            self._difference(n * overlaps.recall, clusters),
            rooms[1],
        )

    @kept
    def share_matching(self) -> ShareMatching:
        """The one-to-one matching of classes and clusters with the largest sum of F."""
        return ShareMatching(self._objects, *self.shape, self._matched("dice"))

    @kept
    def class_matching(self) -> ClassMatching:
        """The one-to-one matching with the largest sum of shares of classes."""
        return ClassMatching(self._objects, *self.shape, self._matched("own"))

    @kept
    def set_matching(self) -> SetMatching:
        """The one-to-one matching with the largest sum of overlaps per larger set."""
        shared = exact(_kernel.shared_sizes(self._table))
        return SetMatching(self._objects, *self.shape, self._matched("larger"), shared)

    @kept
    def pieces(self) -> Pieces:
        """Into how many pieces the groups of one side fall on the other."""
        alone = (np.bincount(self.rows) == 1)[self.rows] & (np.bincount(self.cols) == 1)[self.cols]
        return Pieces(self._objects, *self.shape, self.nnz, int(np.count_nonzero(alone)))

    @kept
    def other_shares(self) -> OtherShares:
        """For each object the share of the others of its group that it meets again."""
        n, classes, clusters = self._objects, self.class_sizes, self.cluster_sizes
        if not isinstance(n, int):
            raise UndefinedError(
                "this measure counts the other objects of a group, and fractional weights are not "
                "counts; use whole weights, or the B-cubed measures with the object itself"
            )
        single = (classes == 1)[self.rows] & (clusters == 1)[self.cols]
        class_others, cluster_others = map(self._ratios.read, _kernel.other_shares(self._table))
        return OtherShares(
            n,
            class_others,
            cluster_others,
            int(np.count_nonzero(classes == 1)),
            int(np.count_nonzero(clusters == 1)),
            int(np.count_nonzero(single)),
        )

    @kept
    def merge_costs(self) -> MergeCosts:
        """What it costs to split clusters into pieces and to merge these into classes."""
        (classes, clusters), p, h = self.shape, self.pairs, self.information
        return MergeCosts(
            self.nnz - clusters,
            self.nnz - classes,
            p.prediction_only,
            p.truth_only,
            h.class_residual,
            h.cluster_residual,
        )

    def _best_shares(self, overlap: str) -> tuple[Any, ...]:
        sums = map(exact, _kernel.best_shares(self._table, overlap))
        return (self._objects, *self.shape, *sums)

    def _matched(self, overlap: str) -> Exact:
        return self._ratios.read(_kernel.share_matching(self._table, overlap))

    def _difference(self, more: Exact, less: Exact) -> Exact:
        """Return more - less, 0 where only the rounding of a sum of ratios tells them apart."""
        difference, n = more - less, self._objects
        return 0 if abs(difference) * 2**self._ratios.places <= n * n else difference
