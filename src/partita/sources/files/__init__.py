"""Which files are meant, what kind they are, and delimited text read strictly."""
