"""Clusterings on the same draws of objects: their intervals, differences and chance."""
