"""Read files for the command line: distinct rows with their counts."""
