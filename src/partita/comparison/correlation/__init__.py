"""How alike measures rank clusterings: Kendall's correlation of every two, and their tree."""
