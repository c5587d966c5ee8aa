"""Family statistics: the few numbers of a table from which every measure follows."""
