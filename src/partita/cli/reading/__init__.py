"""Files as the command line reads them: distinct rows stand for all objects."""
