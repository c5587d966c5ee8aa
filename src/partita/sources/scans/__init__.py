"""Files counted where they are: Parquet, JSON lines, delimited text, data sets of files."""
