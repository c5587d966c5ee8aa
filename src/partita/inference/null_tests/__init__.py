"""Is there more agreement than random labelings have?"""
