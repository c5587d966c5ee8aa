"""Methods over several data sets."""
