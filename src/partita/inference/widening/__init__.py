"""Where the bootstrap is not enough: near ties, unseen cells, few objects."""
