"""What the scores mean, in words."""
