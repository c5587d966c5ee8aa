"""The commands that the studies add to ``partita``, with a module for each."""

COMMANDS = {"reproduce": "reproduce the experiments of the papers, with their numbers and ours"}
