"""Methods with several runs: what is due to the objects, and what to the seed."""
