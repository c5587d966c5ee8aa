"""What a paper needs: tables, figures, a methods paragraph, and its references."""
