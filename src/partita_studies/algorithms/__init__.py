"""Clustering algorithms of the papers, compact and by their defining equations.

They serve the studies; for daily work there are libraries made for it.
"""
