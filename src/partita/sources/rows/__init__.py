"""What every source ends in: rows (class, cluster, n), and one way from them to tables."""
