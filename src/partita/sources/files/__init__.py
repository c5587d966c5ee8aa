"""Which files are meant, what kind they are, and a strict reader of delimited text."""
