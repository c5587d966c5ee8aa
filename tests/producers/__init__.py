"""Clusterings made by other libraries, and the invariants of every result about them."""
