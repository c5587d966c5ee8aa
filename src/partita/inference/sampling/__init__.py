"""What is drawn anew, and one object less: objects, groups, populations, pairs of clusterings."""
