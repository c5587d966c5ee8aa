"""Every prediction against one truth, counted once; the scores and columns of it."""
