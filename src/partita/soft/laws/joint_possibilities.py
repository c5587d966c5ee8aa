"""The law of possibilities that any triangular norm joins, by a list of tables.

Every table is listed with each possibility that its clusterings have, and with the number of these
clusterings. The possibilities of whole clusterings define levels: at each, the clusterings that
reach it have equal shares, and the level has the mass by which it exceeds the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
from scipy.special import gammaln

from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ..kinds.couplings import Coupling, join
from ..means.plan import Plan
from ..two_sides.compositions import composition_count, compositions
from ..two_sides.from_sums import table_of
from ..two_sides.object_groups import ObjectGroups

_DIGITS = 12
_FORMED = 50  # candidates that may be formed for each table that is kept
_LEAST_FORMED = 1_000_000


@dataclass(frozen=True, eq=False)
class JointPossibilities:
    """Tables, in rows of cells, with a possibility and the log of the number of clusterings."""

    tables: Counts
    possibility: Floats
    log_worlds: Floats

    def merged(self) -> JointPossibilities:
        """Return each table once for each of its possibilities, without those of 0."""
        possible = self.possibility > 0
        rounded = np.round(self.possibility[possible], _DIGITS)
        keys = np.column_stack((self.tables[possible], rounded))
        _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        worlds = np.full(len(first), -np.inf)
        np.logaddexp.at(worlds, place.ravel(), self.log_worlds[possible])
        tables, levels = self.tables[possible][first], self.possibility[possible][first]
        return JointPossibilities(tables, levels, worlds)


def joint_possibilities(
    groups: ObjectGroups, coupling: Coupling, plan: Plan
) -> tuple[Floats, JointPossibilities]:
    """Return the values of the measure, and the tables that have them."""
    found = JointPossibilities(groups.base.reshape(1, -1), np.ones(1), np.zeros(1))
    rows = zip(groups.group_first, groups.group_second, groups.group_size.tolist(), strict=True)
    for first, second, size in rows:
        one, other = (part.ravel() for part in np.meshgrid(first, second, indexing="ij"))
        degrees = join(coupling, one, other)
        ways = composition_count(size, int(np.count_nonzero(degrees)))
        if ways * len(found.tables) > max(_LEAST_FORMED, _FORMED * plan.tables):
            raise _refusal(ways * len(found.tables), plan)
        found = _joined(found, _ways(degrees, size, coupling), coupling).merged()
        if len(found.tables) > plan.tables:
            raise _refusal(len(found.tables), plan)
    tables, place = np.unique(found.tables, axis=0, return_inverse=True)
    values = np.array([plan.chosen.of(table_of(t.reshape(groups.shape))) for t in tables])
    return values[place.ravel()], found


def mean_of_levels(values: Floats, found: JointPossibilities) -> float:
    """Return the mean over the levels, each shared equally by the clusterings that reach it."""
    order = np.argsort(-found.possibility, kind="stable")
    falling = found.possibility[order]
    steps = falling - np.append(falling[1:], 0.0)
    worlds = found.log_worlds[order]
    shares = np.exp(worlds - np.logaddexp.accumulate(worlds)).tolist()  # of all worlds so far
    mean = total = 0.0
    for value, share, step in zip(values[order].tolist(), shares, steps.tolist(), strict=True):
        mean += share * (value - mean)
        total += step * mean
    return total


def _ways(degrees: Floats, size: int, coupling: Coupling) -> JointPossibilities:
    """The ways to spread the equal objects of a group over the cells that are possible."""
    cells = np.flatnonzero(degrees)
    counts = compositions(size, len(cells))
    powers = [_powers(degree, size, coupling) for degree in degrees[cells].tolist()]
    parts = (power[count] for power, count in zip(powers, counts.T, strict=True))
    possibility = reduce(lambda a, b: join(coupling, a, b), parts)
    tables = np.zeros((len(counts), len(degrees)), dtype=np.int64)
    tables[:, cells] = counts
    ways = gammaln(size + 1) - gammaln(counts + 1).sum(axis=1)
    return JointPossibilities(tables, possibility, ways)


def _powers(degree: float, most: int, coupling: Coupling) -> Floats:
    """The joint possibility of 0, 1, ..., `most` objects of the same possibility."""
    found = [1.0]
    for _ in range(most):
        found.append(float(join(coupling, np.array([found[-1]]), np.array([degree]))[0]))
    return np.array(found)


def _joined(
    found: JointPossibilities, ways: JointPossibilities, coupling: Coupling
) -> JointPossibilities:
    shape = len(found.tables), len(ways.tables)
    one, other = np.repeat(found.possibility, shape[1]), np.tile(ways.possibility, shape[0])
    return JointPossibilities(
        (found.tables[:, None] + ways.tables).reshape(shape[0] * shape[1], -1),
        join(coupling, one, other),
        (found.log_worlds[:, None] + ways.log_worlds).ravel(),
    )


def _refusal(many: int, plan: Plan) -> InputError:
    return InputError(
        f"an exact result is out of reach: there are {many:,} tables to go through for some of the "
        f"objects, and more than {plan.tables:,} tables with different possibilities; a larger "
        'budget allows more, and coupling="comonotone" or "independent" more objects'
    )
