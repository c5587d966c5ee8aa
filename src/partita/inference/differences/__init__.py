"""Differences: is one clustering better than another?"""
