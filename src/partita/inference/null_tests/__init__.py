"""Tests: does a score exceed the scores of random labelings?"""
