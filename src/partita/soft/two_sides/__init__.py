"""Two soft sides reduced to what algorithms need: certain counts and groups of choices."""
