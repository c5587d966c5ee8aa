"""Counts every prediction against one truth; scores, and named columns."""
