"""Posteriors: given the data, how probable is a score, or that one clustering is better?"""
