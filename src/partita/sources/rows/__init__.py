"""What every engine returns: rows (class, cluster, n), and the way from them to tables."""
