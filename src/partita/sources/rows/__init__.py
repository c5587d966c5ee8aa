"""What every engine returns: rows (class, cluster, n), and one way from them to tables."""
