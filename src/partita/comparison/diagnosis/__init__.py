"""Where a clustering fails: classes, clusters, objects."""
