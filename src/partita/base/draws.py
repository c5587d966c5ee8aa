"""How many random draws a question takes unless told otherwise, and why.

Numbers are one below a round one: k of 999 tables that agree as well give p = (k + 1) / 1000.
"""

CHANCE_LEVEL = 999
"""Random tables for mean and deviation of a measure by chance: z is then known to 2%."""

P_VALUE = 9999
"""Random tables for p against chance, down to 0.0001; the first are those of CHANCE_LEVEL."""

ROUGH_P_VALUE = 199
"""The same for a sentence about tables so large that 9999 take long: p goes down to 0.005."""

OBJECTS = 1999
"""Draws of objects for intervals, differences and ranks: 50 lie beyond either end of 95%."""

SWEEP = 499
"""Draws of objects that test all parameters of a sweep: p goes down to 0.004."""

ADDED = 499
"""Draws of objects for intervals that a report adds unasked, of measures that it does not rank."""

ADDED_LARGE = 199
"""The same where the tables are large, so that a report takes seconds."""

POPULATION = 499
"""Samples of a population near the data: its errors widen an interval, they do not shape it."""
