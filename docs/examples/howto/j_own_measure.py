"""Add your own measure.

A measure is a formula over a statistic of the contingency table. Write the formula, say what you claim
of it, and it works everywhere: on labels, on tables, with intervals, in reports and on soft clusterings.
"""

# %%
# Pair counts are one statistic: pairs of objects that are together in both clusterings, in one, or in
# none. The annotation says which statistic the formula reads.
import partita
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
    return p.together**2 / (p.truth_pairs * p.prediction_pairs)


truth = ["a", "a", "a", "b", "b", "b", "c", "c"]
found = [0, 0, 1, 1, 1, 1, 2, 2]
print(squared_fowlkes_mallows(truth, found), partita.fowlkes_mallows(truth, found) ** 2)

# %%
# It can be used by name, with intervals and with a correction for chance:
print(partita.confidence_interval("squared_fowlkes_mallows", truth, found))
corrected = partita.adjusted("squared_fowlkes_mallows")
print(corrected(truth, found))

# %%
# The other statistics are listed in `partita.statistics`: information, best overlaps, a one-to-one
# matching, code lengths. [How it works](../../how_it_works.md) explains the design.
print(", ".join(partita.statistics.__all__))
