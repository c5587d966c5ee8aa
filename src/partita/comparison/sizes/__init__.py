"""Whether cluster sizes vary less than class sizes: DCV, its error, and the uniform effect."""
