"""The clustering algorithms of the papers, compact and written from their equations.

They serve the studies; for your own data use a library made for it.
"""
