"""The smallest and largest value of a measure over all hard clusterings that two sides allow."""
