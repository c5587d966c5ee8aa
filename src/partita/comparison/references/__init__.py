"""Several references (annotators, gold standards) for the same objects."""
