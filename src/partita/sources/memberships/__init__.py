"""Memberships in columns: summed where they are stored, so that only sums are transferred."""
