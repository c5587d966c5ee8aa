"""How measures behave: their properties, found by trying, and the clusterings to try them on."""
