"""Presentation: reads results, computes nothing."""
