"""Fail a CI pipeline when a clustering gets worse.

Keep the clusterings of the main branch as a baseline. A pipeline step compares each change with it
on the same objects, and fails only if the loss is certain.
"""

# %%
# Copy the cells that come with partita into the working folder, as if a job had clustered them.
import shutil
from pathlib import Path

import partita

file = shutil.copy(Path(partita.__file__).parent / "data" / "cells.csv", "cells.csv")

# %%
# **On the main branch**, keep the clusterings. `--on` names the column with the ids of the objects,
# so that rows may come in any order. The baseline has no ids, classes or labels in it.
# $ partita score cells.csv --truth cell_line --prediction kmeans_5 --measure ARI V --on cell --write-baseline main.json

# %%
# **In a pull request**, compare the new clusterings with them. The exit status is 0 unless there is
# a certain loss: the whole interval of the difference is below zero. Here nothing changed clearly:
# $ partita score cells.csv --truth cell_line --prediction mixture_5 --measure ARI V --on cell --baseline main.json

# %%
# This one fails, with exit status 1. `--summary` writes Markdown for the pull request, `--junit`
# XML for the list of tests, and `--annotations` the lines that GitHub shows next to the change.
# $ partita score cells.csv --truth cell_line --prediction kmeans_10 --measure ARI V --on cell --baseline main.json --summary summary.md --junit junit.xml --annotations; echo "exit status $?"
# $ cat summary.md

# %%
# `--fail-on likely` is stricter: it also fails after a likely loss. `--margin 0.02` is milder: it
# accepts losses up to 0.02. [The command line](../../command_line.md#gate) says how often a gate
# fails without a loss, and what baselines and outputs hold.
#
# As steps of a workflow:
#
# ```yaml
# - run: >
#     partita score labels.csv --truth truth --prediction new --on id --measure ARI V
#     --baseline main.json --summary "$GITHUB_STEP_SUMMARY" --junit junit.xml --annotations
# ```

# %%
# **Fixed limits** need no baseline. `--fail-under` fails if a score is below a number, however
# uncertain the score is:
# $ partita score cells.csv --truth cell_line --prediction kmeans_10 --measure ARI --fail-under ARI=0.9; echo "exit status $?"

# %%
# **In Python**, `partita.difference` gives the same interval for two clusterings. With one measure,
# nothing is corrected for the number of comparisons.
import csv

rows = list(csv.DictReader(Path(file).read_text(encoding="utf-8").splitlines()))
truth, old, new = ([row[name] for row in rows] for name in ("cell_line", "kmeans_5", "mixture_5"))
change = partita.difference("adjusted_rand", truth, new, old)
print(change)
assert change.high >= 0, "the new clustering is worse"
