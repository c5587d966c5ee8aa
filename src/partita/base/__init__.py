"""What every room may use: errors, exact arithmetic, late imports, files, wording."""
