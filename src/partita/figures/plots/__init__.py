"""Figures drawn by matplotlib."""
