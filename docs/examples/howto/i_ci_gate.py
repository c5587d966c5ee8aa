"""Fail a CI pipeline when a clustering gets worse.

Set up a pipeline step that fails when the agreement with the reference drops below a limit, and a
Python check that fails only if the loss is significant.
"""

# %%
# Copy the cells that come with partita into the working folder, as if a nightly job had written
# them.
import shutil
from pathlib import Path

import partita

file = shutil.copy(Path(partita.__file__).parent / "data" / "cells.csv", "cells.csv")

# %%
# `--fail-under` sets a limit. The exit status is 0 if the score passes, 1 if it is worse than the
# limit, and 2 for wrong use or a broken file. The table goes to stdout, the message to stderr.
# $ partita score cells.csv --truth cell_line --prediction kmeans_5 --measure ARI V --fail-under adjusted_rand=0.9
# $ partita score cells.csv --truth cell_line --prediction kmeans_10 --measure ARI V --fail-under adjusted_rand=0.9; echo "exit status $?"

# %%
# As a step of a workflow:
#
# ```yaml
# - run: partita score labels.csv --truth truth --prediction new --fail-under adjusted_rand=0.9
# ```
#
# For other programs, print JSON. [The command line](../../command_line.md#json) documents its keys.
# $ partita score cells.csv --truth cell_line --prediction kmeans_5 --measure ARI --format json

# %%
# **Only significant losses.** In Python, compare new labels with old ones on the same objects. The
# check fails if the whole interval of the difference is below zero.
import csv

rows = list(csv.DictReader(Path(file).read_text(encoding="utf-8").splitlines()))
truth, old, new = ([row[name] for row in rows] for name in ("cell_line", "kmeans_5", "mixture_5"))
change = partita.difference("adjusted_rand", truth, new, old)
print(change)
assert change.high >= 0, "the new clustering is worse"
