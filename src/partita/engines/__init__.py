"""Where labels live: a module per source, each ending in columns of labels or a table of counts."""
