"""Engines that group and count by themselves: DuckDB, Polars, Spark, any database."""
