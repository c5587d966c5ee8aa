"""Fail a pipeline when a clustering gets worse.

A nightly job writes labels to a file. You want the build to fail when the agreement with the reference
drops, and a table in the log when it does not.
"""

# %%
# Copy the cells that come with partita into the working folder, as if a job had written them.
import shutil
from pathlib import Path

import partita

shutil.copy(Path(partita.__file__).parent / "data" / "cells.csv", "cells.csv")

# %%
# `--fail-under` sets a limit. Exit code 0 means passed, 1 means below the limit, 2 means wrong use or a
# broken file. The table goes to stdout and the message to stderr.
# $ partita score cells.csv --truth cell_line --prediction kmeans_5 --measure ARI V --fail-under adjusted_rand=0.9
# $ partita score cells.csv --truth cell_line --prediction kmeans_10 --measure ARI V --fail-under adjusted_rand=0.9; echo "exit code $?"

# %%
# As a step of a workflow:
#
# ```yaml
# - run: partita score labels.csv --truth truth --prediction new --fail-under adjusted_rand=0.9
# ```
#
# Other programs read JSON. Its format is described by a schema in [the command line](../../command_line.md).
# $ partita score cells.csv --truth cell_line --prediction kmeans_5 --measure ARI --format json

# %%
# In Python, compare new labels with old ones on the same objects. Fail only if the loss is certain:
# if the whole interval of the difference lies below zero.
import csv

rows = list(csv.DictReader(Path("cells.csv").read_text(encoding="utf-8").splitlines()))
truth, old, new = ([row[name] for row in rows] for name in ("cell_line", "kmeans_5", "mixture_5"))
change = partita.difference("adjusted_rand", truth, new, old)
print(change)
assert change.high >= 0, "the new clustering is worse"
