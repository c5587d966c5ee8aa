"""Files for the command line: distinct rows with their counts."""
