"""Entity resolution: score linked records.

Get precision and recall of the links that a matcher found, from labels or from two files with
record ids. Each true entity is a class, and each group of linked records is a cluster. Most groups
are small, so almost all pairs of records are correctly separate, and measures that count those
pairs are always close to 1.
"""

# %%
# We simulate 3,000 records of 1,200 people. The matcher misses some links and makes some wrong
# ones.
import numpy as np

import partita

rng = np.random.default_rng(0)
person = np.sort(rng.integers(0, 1200, 3000))
linked = person.copy()
missed = rng.random(3000) < 0.08
linked[missed] = 10_000 + np.arange(missed.sum())  # not linked
wrong = rng.random(3000) < 0.03
linked[wrong] = rng.choice(person, wrong.sum())  # linked to somebody else

measures = ["pair_precision", "pair_recall", "pair_f_measure", "b_cubed_f", "rand"]
c = partita.compare(person, linked, measures=measures, confidence=0.95)
print(c)

# %%
# The Rand index is close to 1 and tells you nothing. `pair_precision` is the share of links that
# are correct, `pair_recall` the share of correct links that were found. `b_cubed_f` gives each
# record the same weight, so large entities do not dominate as they do in pairs.
#
# **Records with ids.** Often the two sides have different records, in different orders. `match_ids`
# matches them by id. An id that only one side has raises an error unless you choose: `how="inner"`
# drops such records, `how="outer"` keeps them with a missing label.
truth = {"r1": "Ada", "r2": "Ada", "r3": "Bob", "r4": "Cyn"}
found = {"r3": 7, "r2": 5, "r1": 5, "r9": 7}
matched = partita.match_ids(truth, found, how="inner")
print(matched)
print(partita.pair_precision(matched.truth, matched.prediction))

# %%
# **Two files.** On the command line, `--on` names the column with the ids:
from pathlib import Path

_ = Path("people.csv").write_text(
    "record,person\nr1,Ada\nr2,Ada\nr3,Bob\nr4,Cyn\n", encoding="utf-8"
)
_ = Path("links.csv").write_text("record,cluster\nr3,7\nr2,5\nr1,5\nr9,7\n", encoding="utf-8")

# %%
# $ partita score links.csv --truth-file people.csv --on record --unmatched drop --truth person --prediction cluster --measure pair_precision pair_recall

# %%
# For records in files larger than memory see [large files](f_large_files.md), for records in a
# database see [Spark, DuckDB and Polars](g_spark.md).
