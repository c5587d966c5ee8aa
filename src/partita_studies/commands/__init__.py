"""The commands that the studies add to ``partita``, each a module of this package."""

COMMANDS = {
    "reproduce": "do the experiments of the papers again, ours beside theirs",
    "study": "properties of measures, also of your own, found by trying",
}
