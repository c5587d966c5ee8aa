"""Results as text, Markdown, CSV, JSON, LaTeX and HTML tables."""
