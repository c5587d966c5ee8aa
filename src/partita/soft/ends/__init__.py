"""The least and the greatest value of a measure over all worlds that two clusterings allow."""
