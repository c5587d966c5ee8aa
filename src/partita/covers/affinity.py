"""Affinities between the elements of one cover, by a random walk that returns to its start.

From an element the walk goes to one of its clusters, from there to one of the members, and with
probability 1 - α it starts again (personalized PageRank). With S the sizes of the clusters, d the
number of clusters of an element and M = Aᵀ D⁻¹ A, the walk from x is at y with probability

    (1 - α)[x = y] + α(1 - α)/d_x Σ_{c ∋ x, c' ∋ y} (S - αM)⁻¹[c, c'].

So the unknowns are the clusters, one connected component at a time, and elements with the same
clusters share their affinities.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Array, Codes, Floats
from ..base.errors import InputError
from .cover import Cover

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_LARGEST = 12_000  # clusters of a component, whose matrix takes a gigabyte
_SMALL = 1 << 18  # entries of a membership matrix that is stored densely


class Walk:
    """The affinities of one cover, in which every element is in some cluster.

    With `weights` the walk chooses a cluster of an element in proportion to them. Then d is the
    sum of the weights, and S contains the sizes divided by them.
    """

    def __init__(self, cover: Cover, alpha: float, weights: Floats | None = None) -> None:
        self.cover, self.alpha = cover, alpha
        self.weights: Floats = np.ones(cover.k) if weights is None else weights
        self._solved: dict[int, Floats] = {}

    @cached_property
    def _links(self) -> csr_array:
        """M = Aᵀ D⁻¹ A: transitions from cluster to cluster, times the size of the first."""
        from scipy.sparse import csr_array

        kinds = self.cover.signatures
        degrees = np.diff(kinds.starts)
        strength = np.add.reduceat(self.weights[kinds.codes], kinds.starts[:-1])
        objects = np.bincount(kinds.index, minlength=kinds.count) / strength
        shape = (kinds.count, self.cover.k)
        plain = csr_array((np.ones(len(kinds.codes)), kinds.codes, kinds.starts), shape=shape)
        scaled = csr_array((np.repeat(objects, degrees), kinds.codes, kinds.starts), shape=shape)
        return csr_array(plain.T @ scaled)

    @cached_property
    def component(self) -> Codes:
        """The connected component of each cluster."""
        from scipy.sparse.csgraph import connected_components

        found: Codes = connected_components(self._links, directed=False)[1].astype(np.int64)
        return found

    @cached_property
    def _by_component(self) -> tuple[Codes, Codes]:
        """Clusters sorted by component, and where each component starts."""
        order = np.argsort(self.component, kind="stable")
        ends = np.cumsum(np.bincount(self.component))
        return order, np.concatenate(([0], ends))

    @cached_property
    def place(self) -> Codes:
        """The place of each cluster in its component."""
        order, starts = self._by_component
        place = np.empty(self.cover.k, dtype=np.int64)
        place[order] = np.arange(self.cover.k) - starts[self.component[order]]
        return place

    @cached_property
    def clusters(self) -> Codes:
        """Number of clusters of each component."""
        return np.bincount(self.component)

    def solved(self, component: int) -> Floats:
        """Return α(1 - α)(S - αM)⁻¹ of a component, symmetric and without negative entries."""
        if component not in self._solved:
            self._solved[component] = self._solve(component)
        return self._solved[component]

    def _solve(self, component: int) -> Floats:
        order, starts = self._by_component
        clusters = order[starts[component] : starts[component + 1]]
        if len(clusters) > _LARGEST:
            raise InputError(
                f"element-centric similarity takes at most {_LARGEST} clusters that are connected "
                f"by shared elements; here {len(clusters)} are connected: leave out the smallest "
                "clusters, or use omega or onmi"
            )
        sizes = self.cover.sizes[clusters] / self.weights[clusters]
        scale = self.alpha * (1 - self.alpha)
        if len(clusters) == 1:
            return np.array([[scale / (sizes[0] * (1 - self.alpha))]])
        from scipy.linalg import cho_factor, cho_solve

        system = -self.alpha * self._links[clusters][:, clusters].toarray()
        system[np.diag_indices_from(system)] += sizes
        inverse = cho_solve(cho_factor(system, overwrite_a=True), np.eye(len(clusters)))
        solved: Floats = np.maximum(scale * inverse, 0.0)
        return solved


class Members:
    """Groups of elements in one component of a cover, by their signatures."""

    def __init__(self, walk: Walk, kinds: Codes) -> None:
        known = walk.cover.signatures
        used, self.kind = np.unique(kinds, return_inverse=True)
        starts, codes = rows_of(known.starts, known.codes, used)
        component = int(walk.component[codes[0]])
        self.inverse = walk.solved(component)
        self.strength = np.add.reduceat(walk.weights[codes], starts[:-1])
        shape = (len(used), int(walk.clusters[component]))
        self.rows = _matrix(starts, walk.place[codes], shape)

    def affinity(self, block: slice) -> Floats:
        """Return the affinities of an element of some groups (columns) to all signatures (rows)."""
        columns = self.kind[block]
        near = (self.rows[columns] @ self.inverse) / self.strength[columns][:, None]
        found: Floats = self.rows @ np.ascontiguousarray(near.T)
        return found


def rows_of(starts: Codes, codes: Codes, wanted: Codes) -> tuple[Codes, Codes]:
    """Return rows of a list of codes, in the given order."""
    degrees = np.diff(starts)[wanted]
    ends = np.concatenate(([0], np.cumsum(degrees)))
    return ends, codes[np.repeat(starts[wanted] - ends[:-1], degrees) + np.arange(ends[-1])]


def _matrix(starts: Codes, codes: Codes, shape: tuple[int, int]) -> Any:
    if shape[0] * shape[1] > _SMALL:
        from scipy.sparse import csr_array

        return csr_array((np.ones(len(codes)), codes, starts), shape=shape)
    full: Array = np.zeros(shape)
    full[np.repeat(np.arange(shape[0]), np.diff(starts)), codes] = 1.0
    return full
