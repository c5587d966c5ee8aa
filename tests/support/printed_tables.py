"""Tables of the literature as labels. Rows are clusters and columns are classes, as printed."""

import numpy as np

# Wu, Xiong and Chen (2009), Table 3: five classes of 30, 2, 6, 10 and 2 objects
WU_I = [
    [10, 0, 0, 0, 0],
    [10, 0, 0, 0, 0],
    [10, 0, 0, 0, 0],
    [0, 0, 0, 10, 0],
    [0, 2, 6, 0, 2],
]
WU_II = [
    [27, 0, 0, 2, 0],
    [0, 2, 0, 0, 0],
    [0, 0, 6, 0, 0],
    [3, 0, 0, 8, 0],
    [0, 0, 0, 0, 2],
]
# Rosenberg and Hirschberg (2007), Figure 2, solutions A and B: equal in F, not in V
ROSENBERG_A = [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
ROSENBERG_B = [[3, 2, 0], [0, 3, 2], [2, 0, 3]]
# The lecture's table (Zaki and Meira 2014, chapter 17): clusters of 50, 25 and 25
LECTURE = [[0, 20, 30], [0, 20, 5], [25, 0, 0]]
# iris by k-means, k = 3
IRIS = [[0, 48, 14], [50, 0, 0], [0, 2, 36]]


def larger(table, times=20):
    """The same shares of more objects, so that differences are not sampling error."""
    return (np.array(table) * times).tolist()


def labels(table):
    """Truth and prediction of a table, ordered by class so that tables with equal classes align."""
    counts = np.array(table).T  # classes as rows
    classes, clusters = np.nonzero(counts)
    sizes = counts[classes, clusters]
    return np.repeat(classes, sizes), np.repeat(clusters, sizes)


def together(**tables):
    """One truth and several predictions of it, from tables with the same class sizes."""
    read = {name: labels(table) for name, table in tables.items()}
    truth = next(iter(read.values()))[0]
    assert all(np.array_equal(own, truth) for own, _ in read.values())
    return truth, {name: prediction for name, (_, prediction) in read.items()}


def clean():
    """Three classes of 100 objects with five in a wrong cluster: no warning applies."""
    truth = np.repeat([0, 1, 2], 100)
    prediction = truth.copy()
    prediction[:5] = 1
    return truth, prediction
