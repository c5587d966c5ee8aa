"""Matrices and classes in the text formats of CLUTO, a program that clusters documents.

A sparse matrix begins with a line of three counts: rows, columns, and values that are not zero.
Every further line is a row of pairs: a column, counted from 1, and its value. A dense matrix
begins with rows and columns, and every further line has a value for each column. A file of classes
has a label for each row, each on its own line.

The values of a sparse matrix are counts of terms or their weights, so none is negative. A row of
zeros has no direction, so it is refused in both kinds.
"""
