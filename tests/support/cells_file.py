"""The single-cell example for the command line: the file, its truth, three clusterings."""

from pathlib import Path

import partita

CELLS = str(Path(partita.__file__).parent / "data" / "cells.csv")
TRUTH = ("--truth", "cell_line")
THREE = ("--prediction", "kmeans_2", "kmeans_5", "kmeans_10")
