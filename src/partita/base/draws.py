"""How many random draws a question takes, unless told otherwise, and why so many.

A number one below a round one makes p-values round: k of 999 draws give p = (k + 1) / 1000.
"""

LEVEL = 999
"""Random tables for the mean and deviation of a measure by chance: z is known to 2 %."""

P_VALUE = 9999
"""Random tables for p against chance: it goes down to 0.0001; the first 999 are those of LEVEL."""

OBJECTS = 1999
"""Draws of objects for an interval or a difference: 50 of them lie beyond either 95 % end."""

POPULATION = 499
"""Samples of a population near the data: its errors widen an interval, they do not shape it."""
