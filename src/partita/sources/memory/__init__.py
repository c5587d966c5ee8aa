"""Columns already in memory, whole or in chunks."""
