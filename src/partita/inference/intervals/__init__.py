"""Confidence intervals: how certain is a score?"""
