"""The mean of a measure over all hard clusterings that two soft sides allow."""
