"""How measures react to noise.

`partita.parametric_clustering` makes clusterings with exactly known errors. Let the errors grow one
by one, and see which measures notice.

In your checkout, `pip install '.[plot]'` installs the libraries that this page uses.
"""

# %%
# The generator of Rosenberg and Hirschberg (2007) has three kinds of errors. The tables are exact:
# every cell is an integer. Figure 3 of the paper has ten percent of the objects in the wrong
# cluster (ε1), twenty percent in a noise cluster (ε2), and a noise class with ten percent of the
# objects (ε3).
import partita

table = partita.parametric_clustering(
    4, 3, noise_classes=1, noise_clusters=1, errors=(0.1, 0.2, 0.1), objects=60
)
print(table.to_scipy().toarray())  # a row per class; the last row and column are noise

# %%
# What cannot be made exactly is refused, with the nearest number of objects that can:
try:
    partita.parametric_clustering(5, 5, errors=(0.1, 0, 0), objects=150)
except partita.InputError as error:
    print(error)

# %%
# Now four series of clusterings with five useful classes and five useful clusters. In three of them
# one error grows from 4% to 40%. In the last, 20% of the objects are noise, and they are spread over
# more and more clusters. All have the same number of objects.
n, shares = 21_000, [percent / 100 for percent in range(4, 41, 4)]
series = {
    "ε1: objects in a wrong cluster": {
        share: partita.parametric_clustering(5, 5, errors=(share, 0, 0), objects=n)
        for share in shares
    },
    "ε2: objects in a noise cluster": {
        share: partita.parametric_clustering(
            5, 6, noise_clusters=1, errors=(0, share, 0), objects=n
        )
        for share in shares
    },
    "ε3: objects of a noise class": {
        share: partita.parametric_clustering(6, 5, noise_classes=1, errors=(0, 0, share), objects=n)
        for share in shares
    },
    "number of noise clusters, for ε2 = 20%": {
        k: partita.parametric_clustering(5, 5 + k, noise_clusters=k, errors=(0, 0.2, 0), objects=n)
        for k in range(1, 9)
    },
}

# %%
# Any measure reads a table with `.of(table)`.
import matplotlib.pyplot as plt

styles = {
    "rand": "-",
    "purity": "-",
    "f_measure": "--",
    "v_measure": "-",
    "adjusted_rand": "-",
}
figure, panels = plt.subplots(2, 2, figsize=(9, 7), sharey=True, layout="constrained")
for panel, (title, tables) in zip(panels.flat, series.items(), strict=True):
    for name, style in styles.items():
        scores = [partita.measure(name).of(table) for table in tables.values()]
        panel.plot(list(tables), scores, style, linewidth=2)
    panel.set(title=title, ylim=(0, 1.03))
    if max(tables) < 1:
        panel.xaxis.set_major_formatter("{x:.0%}")
    panel.grid(alpha=0.3)
figure.supylabel("score")
figure.legend(styles, loc="outside lower center", ncols=len(styles))

# %%
# Every measure falls with each error, but at very different speeds. With 40% errors the Rand index
# is still above 0.75, because most pairs of objects are rightly apart whatever happens.
#
# The last panel separates the measures. More noise clusters are a worse result, and of these five
# only the V-measure says so. Purity and the F-measure do not change. The Rand indices *rise*,
# because they count pairs, and many small noise clusters join fewer pairs of different classes than
# one large one. The paper calls this property P3. `partita.properties` tries it on many such
# tables, together with all other properties:
for name in styles:
    print(f"{name:14}", partita.properties(name, grid="coarse")["P3"])

# %%
# [Properties of a measure](../../properties.md) lists all properties.
