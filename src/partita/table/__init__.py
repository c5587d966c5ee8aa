"""The contingency table: sorted occupied cells, names, and cached family statistics."""
