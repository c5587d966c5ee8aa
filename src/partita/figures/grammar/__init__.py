"""A picture as data: marks, colors by role, words, and where things go."""
