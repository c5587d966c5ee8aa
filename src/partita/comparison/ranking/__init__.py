"""Which clustering is best, on the same draws of the same objects."""
