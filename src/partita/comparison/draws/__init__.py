"""Clusterings on the same draws of objects: intervals, differences, and tests against chance."""
