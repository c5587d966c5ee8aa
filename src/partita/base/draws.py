"""Default numbers of random draws, with the reason for each.

Each is one less than a round number: if k of 999 tables agree as well, p = (k + 1) / 1000.
"""

CHANCE_LEVEL = 999
"""Random tables for the mean and deviation of a measure under chance: z has an error of 2%."""

P_VALUE = 9999
"""Random tables for p, down to 0.0001; the first 999 also give the chance level."""

ROUGH_P_VALUE = 199
"""Random tables for p in a sentence, where 9999 large tables take too long: down to 0.005."""

OBJECTS = 1999
"""Draws of objects for intervals, differences and ranks: 50 are beyond each end of 95%."""

SWEEP = 499
"""Draws of objects that test all parameters of a sweep: p down to 0.004."""

ADDED = 499
"""Draws of objects for the intervals that a report adds to measures it does not rank."""

ADDED_LARGE = 199
"""The same for large tables, so that a report takes seconds."""

SCORED_GROUPS = 500
"""Groups of objects that get scores and intervals of their own in reports and papers, at most."""

POPULATION = 499
"""Samples of a population near the data: they widen an interval and do not shape it."""
