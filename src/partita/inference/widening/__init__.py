"""Where draws are not enough: near ties, cells never seen, few objects."""
