"""Resampling: the bootstrap and the jackknife of objects, groups and pairs of clusterings."""
