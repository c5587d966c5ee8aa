"""Soft memberships in columns: summed where they are, only sums come home."""
