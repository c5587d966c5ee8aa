"""The four kinds of soft clusterings, how they are read, and conversions between them."""
