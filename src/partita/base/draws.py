"""Default numbers of random draws, with the reason for each, and fewer of them for large tables.

Each is one less than a round number: if k of 999 tables agree as well, p = (k + 1) / 1000.
"""

CHANCE_LEVEL = 999
"""Random tables for the mean and deviation of a measure under chance: z has an error of 2%."""

P_VALUE = 9999
"""Random tables for p, down to 0.0001; the first 999 also give the chance level."""

ROUGH_P_VALUE = 199
"""Random tables for p, where 9999 large tables take too long: down to 0.005."""

OBJECTS = 1999
"""Draws of objects for intervals, differences and ranks: 50 are beyond each end of 95%."""

FEWEST_OBJECTS = 499
"""The same for large tables: the jackknife sets the width, and the draws only the shape."""

SWEEP = 499
"""Draws of objects that test all parameters of a sweep."""

SMALLEST_P = 1e-9
"""The smallest p of a tail beyond the draws: after 20,000 comparisons, it is still below 0.0001."""

ADDED = 499
"""Draws of objects for the intervals that a report adds to measures it does not rank."""

ADDED_LARGE = 199
"""The same for large tables and for many groups, so that a report takes seconds."""

SCORED_GROUPS = 500
"""Groups of objects that get scores and intervals of their own in reports and papers, at most."""

POPULATION = 499
"""Samples of a population near the data: they widen an interval and do not shape it."""

FEWEST_POPULATION = 199
"""The same for large tables."""

CELLS = 50_000_000
"""Cells of all tables that a call draws by default: about a second, and two to score them."""

ADDED_CELLS = 1_000_000
"""Cells of all tables that a report draws for intervals of measures that it does not rank."""

_OF_SAMPLE = 4  # drawn cells that take as long as a cell of a sample of a population
_USUAL = (9999, 4999, 1999, 999, 499, 199)
_BEYOND = 10  # draws beyond each end of an interval, at least


def affordable(most: int, least: int, cells: int, budget: int = CELLS) -> int:
    """Return a default number of draws whose tables have no more cells than the budget.

    The number is one of those above, from `most` down to `least`. It depends on the size of the
    table, never on a clock, so the same input gives the same bits on any machine.

    >>> [affordable(9999, 199, cells) for cells in (100, 100_000, 1_000_000)]
    [9999, 499, 199]
    """
    usual = (number for number in _USUAL if least <= number <= most)
    return next((number for number in usual if number * cells <= budget), min(least, most))


def draws_of_objects(cells: int, level: float) -> int:
    """Return the default number of draws of objects for intervals of a level.

    >>> draws_of_objects(100, 0.95), draws_of_objects(100_000, 0.95)
    (1999, 499)
    >>> draws_of_objects(100_000, 0.99)
    1999
    """
    return affordable(OBJECTS, max(FEWEST_OBJECTS, enough_draws(1 - level)), cells)


def draws_of_report(cells: int) -> int:
    """Return the number of draws for the intervals that a report adds.

    >>> draws_of_report(1000), draws_of_report(10_000)
    (499, 199)
    """
    return affordable(ADDED, ADDED_LARGE, cells, ADDED_CELLS)


def samples_of_population(cells: int) -> int:
    """Return the number of samples of a population with this many cells.

    >>> samples_of_population(100), samples_of_population(100_000)
    (499, 199)
    """
    return affordable(POPULATION, FEWEST_POPULATION, _OF_SAMPLE * cells)


def is_floor(p_value: float, draws: int, tests: int = 1) -> bool:
    """Whether p is the smallest that the draws, or a tail beyond them, can give.

    p of a pair is at least 2/(draws + 1); one-sided, or corrected for many pairs by the draws, it
    is at least 1/(draws + 1). The smallest p of a tail may be corrected for this number of tests.

    >>> is_floor(2 / 200, 199), is_floor(0.004, 199), is_floor(1e-9, 199)
    (True, False, True)
    """
    return p_value in {1 / (draws + 1), 2 / (draws + 1)} or p_value <= tests * SMALLEST_P


def enough_draws(risk: float) -> int:
    """Return the number of draws of which 10 are beyond each end of an interval with this risk.

    >>> enough_draws(0.05), enough_draws(0.01)
    (399, 1999)
    """
    return round(2 * _BEYOND / risk) - 1
