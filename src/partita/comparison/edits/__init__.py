"""Which change of the clustering would help most."""
