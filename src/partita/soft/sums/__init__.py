"""Sums over the objects of two fuzzy sides, and the measures that need only these sums."""
