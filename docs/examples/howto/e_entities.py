"""Entity resolution: judge which records were linked.

Each true entity is a class, each group of linked records is a cluster. There are very many small
groups, so almost all pairs of records are rightly apart, and measures that count those pairs are close
to 1 whatever happens. Use precision and recall of links instead.
"""

# %%
# 3,000 records of 1,200 people. The matcher misses some links and makes some wrong ones.
import numpy as np

import partita

rng = np.random.default_rng(0)
person = np.sort(rng.integers(0, 1200, 3000))
linked = person.copy()
missed = rng.random(3000) < 0.08
linked[missed] = 10_000 + np.arange(missed.sum())  # left alone
wrong = rng.random(3000) < 0.03
linked[wrong] = rng.choice(person, wrong.sum())  # linked to somebody else

measures = ["pair_precision", "pair_recall", "pair_f_measure", "b_cubed_f", "rand"]
c = partita.compare(person, linked, measures=measures, confidence=0.95)
print(c)

# %%
# The Rand index is close to 1 and says nothing. `b_cubed_f` gives each record the same weight, so large
# entities do not dominate as they do in pairs.
#
# Records often come with ids, and the two sides often hold different records. `match_ids` brings them
# into one order. It stops at an id that only one side has, unless you say what to do: `how="inner"`
# leaves such records out, `how="outer"` keeps them without a label.
truth = {"r1": "Ada", "r2": "Ada", "r3": "Bob", "r4": "Cyn"}
found = {"r3": 7, "r2": 5, "r1": 5, "r9": 7}
matched = partita.match_ids(truth, found, how="inner")
print(matched)

# %%
# On the command line the same is one option, `--on ID`, for two files:
# `partita score links.csv --truth-file people.csv --on record --truth person --prediction cluster`.
# For records in a database or in files larger than memory see [large files](f_large_files.md).
