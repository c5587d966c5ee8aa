"""Which edits of a clustering would improve a measure most."""
