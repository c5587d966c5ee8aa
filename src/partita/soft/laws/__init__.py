"""The law of a measure over the hard clusterings that soft ones allow."""
