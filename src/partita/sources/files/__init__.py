"""Which files are meant and of which kind they are; a strict reader of delimited text."""
