"""Monitoring: intervals that hold at all looks together, while labeled objects arrive."""
