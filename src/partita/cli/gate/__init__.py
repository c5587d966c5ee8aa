"""The gate: scores held against limits and an earlier run, and the files that say what failed."""
