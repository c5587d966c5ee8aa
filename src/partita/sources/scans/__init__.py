"""Files counted where they lie: Parquet, JSON lines, delimited text, data sets of files."""
