"""Planning: how many objects must be labeled for an interval, or to detect a difference?"""
