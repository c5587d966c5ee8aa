"""Random tables that are hard in different ways, from two objects to 2^62 in a cell."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from labelings import without_empty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Matrix = list[list[int]]

MOST_BITS = 62
GROUPS = 6  # at most, because the oracle tries all matchings


def magnitude(random: Random, bits: int = MOST_BITS) -> int:
    """An integer of any size: its number of digits is uniform."""
    return random.randint(1, 2 ** random.randint(1, bits))


def shape(random: Random) -> tuple[int, int]:
    """Numbers of classes and clusters."""
    return random.randint(2, GROUPS), random.randint(2, GROUPS)


def small(random: Random) -> Matrix:
    """Few objects: cells up to 9, many of them empty."""
    rows, columns = shape(random)
    return [[max(0, random.randint(-4, 9)) for _ in range(columns)] for _ in range(rows)]


def equal_magnitude(random: Random) -> Matrix:
    """Cells of one order of magnitude."""
    rows, columns = shape(random)
    most = magnitude(random)
    return [[random.randint(0, most) for _ in range(columns)] for _ in range(rows)]


def imbalanced(random: Random) -> Matrix:
    """Cells of all orders of magnitude in one table."""
    rows, columns = shape(random)
    return [[random.choice((0, 1, magnitude(random))) for _ in range(columns)] for _ in range(rows)]


def nearly_independent(random: Random) -> Matrix:
    """An outer product of two margins with one object more in one cell."""
    rows, columns = shape(random)
    factor = magnitude(random, 50)
    matrix = independent(random, rows, columns, factor)
    matrix[random.randrange(rows)][random.randrange(columns)] += 1
    return matrix


def independent(random: Random, rows: int, columns: int, factor: int) -> Matrix:
    """An outer product."""
    a = [random.randint(1, 60) for _ in range(rows)]
    b = [random.randint(1, 60) for _ in range(columns)]
    return [[factor * x * y for y in b] for x in a]


def exactly_independent(random: Random) -> Matrix:
    """An outer product of two margins."""
    return independent(random, *shape(random), magnitude(random, 50))


def nearly_perfect(random: Random) -> Matrix:
    """A class for each cluster, and one misplaced object."""
    groups = random.randint(2, GROUPS)
    matrix = [[magnitude(random) if i == j else 0 for j in range(groups)] for i in range(groups)]
    i, j = random.sample(range(groups), 2)
    matrix[i][j] = 1
    return matrix


def perfect(random: Random) -> Matrix:
    """A class for each cluster."""
    groups = random.randint(1, GROUPS)
    return [[magnitude(random) if i == j else 0 for j in range(groups)] for i in range(groups)]


def one_giant(random: Random) -> Matrix:
    """One cell with nearly all objects."""
    matrix = small(random)
    matrix[0][0] = magnitude(random)
    return matrix


def singletons(random: Random) -> Matrix:
    """Only single objects on one side."""
    objects = random.randint(2, GROUPS)
    columns = random.randint(1, objects)
    return [[int(j == i % columns) for j in range(columns)] for i in range(objects)]


def refinement(random: Random) -> Matrix:
    """Each class split into several clusters."""
    pieces = [random.randint(1, 2) for _ in range(random.randint(2, GROUPS // 2))]
    owners = [i for i, count in enumerate(pieces) for _ in range(count)]
    return [
        [magnitude(random) if i == owner else 0 for owner in owners] for i in range(len(pieces))
    ]


def one_side(random: Random) -> Matrix:
    """A single class, or a single cluster."""
    sizes = [magnitude(random) for _ in range(random.randint(1, GROUPS))]
    return random.choice(([sizes], [[size] for size in sizes]))


def many_groups(random: Random) -> Matrix:
    """Twenty classes in as many clusters, for measures that need no matching."""
    most = magnitude(random, 40)
    return [[max(0, random.randint(-most, most)) for _ in range(20)] for _ in range(20)]


KINDS: dict[str, Callable[[Random], Matrix]] = {
    make.__name__: make
    for make in (
        *(small, equal_magnitude, imbalanced, nearly_independent, exactly_independent),
        *(nearly_perfect, perfect, one_giant, singletons, refinement, one_side),
    )
}


def draw(seed: int, count: int) -> Iterator[tuple[str, Matrix]]:
    """Tables of alternating kinds, the same for the same seed."""
    random = Random(seed)  # noqa: S311 - nothing is secret
    kinds = list(KINDS.items())
    drawn = 0
    while drawn < count:
        name, make = kinds[drawn % len(kinds)]
        matrix = without_empty(make(random))
        if matrix:
            drawn += 1
            yield name, matrix
