"""What the scores say, in words."""
