"""Whether the best clustering stays the best when a choice of the analysis changes."""
