"""Objects that come in batches, counted as they come."""
