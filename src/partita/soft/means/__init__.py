"""A measure as a distribution: its mean and its law over the worlds that two clusterings allow."""
