"""Entropies of other numbers of objects, and of the population, from the sizes of a sample."""
