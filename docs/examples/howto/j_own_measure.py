"""Add your own measure.

Write a formula and declare its properties. Your measure then works like the built-in ones: on
labels and tables, with intervals, corrected for chance, in reports and on soft clusterings.
"""

# %%
# A measure is a formula over a statistic of the contingency table. Here it uses pair counts, the
# numbers of pairs of objects that are together in both clusterings, in one, or in none. The
# annotation names the statistic. `ratio` divides exactly, and leaves 0/0 to the claim `undefined`.
import partita
from partita.base.arithmetic import ratio
from partita.statistics import PairCounts


@partita.register(
    symbol="FMI2",
    formula="N11² / (P·Q)",
    better="higher",
    bounds=(0, 1),
    symmetric=True,
    perfect=1,
    undefined=0,
)
def squared_fowlkes_mallows(p: PairCounts) -> float:
    """Product of precision and recall of pairs.

    Beware: it is not corrected for chance.
    """
    return ratio(p.together**2, p.truth_pairs * p.prediction_pairs)


truth = ["a", "a", "a", "b", "b", "b", "c", "c"]
found = [0, 0, 1, 1, 1, 1, 2, 2]
print(squared_fowlkes_mallows(truth, found))
print(partita.fowlkes_mallows(truth, found) ** 2)

# %%
# The two values agree up to rounding. Use the measure by name, with an interval or corrected for
# chance. (Eight objects are too few for a useful interval, and the result says so.)
print(partita.confidence_interval("squared_fowlkes_mallows", truth, found))
print(round(partita.adjusted("squared_fowlkes_mallows")(truth, found), 4))

# %%
# Which properties does it have? "no" comes with a counterexample.
found = partita.properties("squared_fowlkes_mallows", grid="coarse")
print(found["symmetry"])
print(found["triangle inequality"])

# %%
# On the command line, save the measure in a module, for example `mine.py`, and run
# `partita properties --import mine`. [Properties of a measure](../../properties.md) explains the
# answers.
#
# Other statistics are in `partita.statistics`: information, best overlaps, a one-to-one matching,
# code lengths. [How it works](../../how_it_works.md) explains the design.
