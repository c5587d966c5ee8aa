"""A picture as data: marks, colors by role, text and layout."""
