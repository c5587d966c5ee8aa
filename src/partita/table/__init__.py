"""The contingency table: sorted occupied cells, names, and their sums."""
