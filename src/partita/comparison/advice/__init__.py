"""Which measure to read and what to do: rules, applied to facts."""
