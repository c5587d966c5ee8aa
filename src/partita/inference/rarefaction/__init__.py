"""Rarefaction: the score that other numbers of objects would have."""
