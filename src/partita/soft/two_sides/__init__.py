"""Two soft sides, reduced to certain counts and groups of choices for the algorithms."""
