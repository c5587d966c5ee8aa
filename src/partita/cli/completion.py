"""`partita completion`: a script for a shell that completes commands, options and measures."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ..measures.measure import MEASURES
from .completion_scripts import BASH, FISH, ZSH
from .status import DONE


class Word(NamedTuple):
    """An option and its values."""

    name: str
    values: tuple[str, ...]  # empty: any text
    bare: bool  # without a value
    file: bool  # the value is a file
    column: bool  # the value is a column of the file
    many: bool  # several values may follow
    help: str


Words = Mapping[str, list[Word]]  # the options of each command


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Print a script that completes commands, options, measures and the columns of your file."
        " Save it as ~/.local/share/bash-completion/completions/partita (bash), as _partita in a"
        " directory of $fpath (zsh), or as ~/.config/fish/completions/partita.fish."
    )
    command.epilog = "example:\n  partita completion fish > ~/.config/fish/completions/partita.fish"
    command.add_argument("shell", choices=tuple(SCRIPTS), help="your shell")


def run(arguments: Namespace) -> tuple[str, int]:
    """Print the script for a shell."""
    from .parser import commands, parser

    known = commands()
    words = _words(parser(known, filled=True))
    return SCRIPTS[arguments.shell](words, {name: one.summary for name, one in known.items()}), DONE


def _words(parser: ArgumentParser) -> Words:
    """The options of every command, from the parser."""
    (found,) = (a.choices for a in parser._actions if isinstance(a.choices, dict))
    return {name: list(_options(command)) for name, command in found.items()}


def _options(command: ArgumentParser) -> Iterator[Word]:
    for action in command._actions:
        values = _values(action)
        for name in action.option_strings or [""]:
            summary = (action.help or "").partition(" (")[0]
            file = action.metavar == "FILE"
            column = bool(name) and str(action.metavar).startswith("COL")
            many = action.nargs in ("+", "*")
            yield Word(name, values, action.nargs == 0, file, column, many, summary)


def _values(action: Action) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(choice for choice in action.choices if isinstance(choice, str))
    from ..chance.models import MODELS

    if action.dest in ("measure", "fail_under", "name"):
        return tuple(MEASURES)
    return tuple(MODELS) if action.dest == "null" else ()


def _bash(words: Words, summaries: Mapping[str, str]) -> str:
    del summaries  # bash shows none
    cases = []
    for command, found in words.items():
        names = " ".join(word.name for word in found if word.name)
        free = " ".join(value for word in found if not word.name for value in word.values)
        cases.append(f'    {command}) words="{names}"; free="{free}" ;;')
    known = _followed(words).values()
    return BASH.format(
        commands=" ".join(words),
        cases="\n".join(cases),
        one="\n".join(_bash_answer(word) for word in known if not word.many),
        many="\n".join(_bash_answer(word) for word in known if word.many),
    )


def _bash_answer(word: Word) -> str:
    """What follows an option."""
    answer = "_partita_columns"
    if word.values:
        answer = f'COMPREPLY=($(compgen -W "{" ".join(word.values)}" -- "$now"))'
    return f"    {word.name}) {answer}; return ;;"


def _followed(words: Words) -> dict[str, Word]:
    """The options whose values are known or are columns, by name."""
    every = (word for found in words.values() for word in found if word.name)
    return {word.name: word for word in every if word.values or word.column}


def _zsh(words: Words, summaries: Mapping[str, str]) -> str:
    cases = []
    for command, found in words.items():
        specs = " \\\n        ".join(_zsh_spec(word) for word in found)
        cases.append(f"      {command})\n        _arguments {specs}\n        ;;")
    known = "\n".join(f"    {_quoted(f'{name}:{text}')}" for name, text in summaries.items())
    many = [
        f"      {name}) compadd {' '.join(word.values)}; return ;;"
        if word.values
        else f"      {name}) _partita_columns; return ;;"
        for name, word in _followed(words).items()
        if word.many
    ]
    return ZSH.format(commands=known, cases="\n".join(cases), many="\n".join(many))


def _zsh_spec(word: Word) -> str:
    follows = f"({' '.join(word.values)})" if word.values else "_files" if word.file else " "
    follows = "_partita_columns" if word.column else follows
    if not word.name:
        return _quoted(f"*:{word.help.replace(':', '')}:{follows}")
    summary = word.help.translate(str.maketrans("[]:", "(),"))
    return _quoted(f"*{word.name}[{summary}]" + ("" if word.bare else f":value:{follows}"))


def _fish(words: Words, summaries: Mapping[str, str]) -> str:
    lines = [FISH, "complete -c partita -f"]
    for name, text in summaries.items():
        lines.append(f"complete -c partita -n __fish_use_subcommand -a {name} -d {_quoted(text)}")
    for command, found in words.items():
        here = f"complete -c partita -n '__fish_seen_subcommand_from {command}'"
        lines += [f"{here} {_fish_spec(word)}" for word in found]
        lines += [
            f"complete -c partita -n '__fish_seen_subcommand_from {command}; and"
            f" __partita_within {word.name}' -f{_fish_values(word)}"
            for word in found
            if word.many and word.name
        ]
    return "\n".join(lines) + "\n"


def _fish_spec(word: Word) -> str:
    values = _fish_values(word)
    if not word.name:
        return f"-F{values}" if word.file else values.strip() or "-f"
    dashes = "-l" if word.name.startswith("--") else "-s"
    follows = "" if word.bare else " -r -F" if word.file else " -x"
    return f"{dashes} {word.name.lstrip('-')}{follows}{values} -d {_quoted(word.help)}"


def _fish_values(word: Word) -> str:
    if word.column:
        return " -a '(__partita_columns)'"
    return f" -a {_quoted(' '.join(word.values))}" if word.values else ""


def _quoted(text: str) -> str:
    """Quote a text for all shells."""
    return "'" + text.replace("'", "’") + "'"


SCRIPTS: dict[str, Callable[[Words, Mapping[str, str]], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
