"""Is one clustering better than another?"""
