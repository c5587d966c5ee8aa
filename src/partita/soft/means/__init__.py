"""The mean of a measure over all worlds that two soft clusterings allow."""
