"""Engines that group and count themselves: DuckDB, Polars, Spark, any SQL database."""
