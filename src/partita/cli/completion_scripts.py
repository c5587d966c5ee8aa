"""The scripts of `partita completion`; bash and zsh have places for commands and options."""

from __future__ import annotations

BASH = """\
# Completion of partita for bash.
_partita_columns() {{
  local name
  while IFS= read -r name; do
    if [[ "$name" == "$now"* ]]; then COMPREPLY+=("$name"); fi
  done < <(partita columns "${{files[@]}}" 2>/dev/null)
}}
_partita() {{
  local now="${{COMP_WORDS[COMP_CWORD]}}" last="${{COMP_WORDS[COMP_CWORD-1]}}" words free at word
  local files=() option="" quotes=$'\\'"'
  COMPREPLY=()
  for ((at = 2; at < COMP_CWORD; at++)); do
    word="${{COMP_WORDS[at]}}"
    if [[ "$word" == -?* ]]; then option="$word"; fi
    if [ -n "$option" ]; then continue; fi
    word="${{word/#\\~\\//$HOME/}}"
    word="${{word//\\\\/}}"
    files+=("${{word//[$quotes]/}}")
  done
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands} --help --version" -- "$now"))
    return
  fi
  case "$last" in
{one}
  esac
  if [[ "$now" != -* ]]; then
    case "$option" in
{many}
    esac
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}
    *) return ;;
  esac
  if [[ "$now" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$now"))
  elif [ -n "$free" ]; then
    COMPREPLY=($(compgen -W "$free" -- "$now"))
  else
    COMPREPLY=($(compgen -f -- "$now"))
  fi
}}
complete -o filenames -F _partita partita
"""

ZSH = """\
#compdef partita
# Completion of partita for zsh.
_partita_columns() {{
  local -a found
  found=("${{(@f)$(partita columns "${{files[@]}}" 2>/dev/null)}}")
  compadd -a found
}}
_partita() {{
  local -a commands
  commands=(
{commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  local -a files
  local word option=
  for word in "${{words[@]:1:$((CURRENT - 2))}}"; do
    if [[ $word == -?* ]]; then option=$word; fi
    if [[ -z $option ]]; then files+=("${{(Q)~word}}"); fi
  done
  if [[ $PREFIX != -* ]]; then
    case $option in
{many}
    esac
  fi
  case $command in
{cases}
  esac
}}
_partita "$@"
"""

FISH = """\
# Completion of partita for fish.
function __partita_within
  for token in (commandline -opc)[-1..1]
    if string match -qr -- '^-.' $token
      contains -- $token $argv
      return
    end
  end
  return 1
end
function __partita_columns
  set -l files
  for token in (commandline -opc)[3..]
    if string match -qr -- '^-.' $token
      break
    end
    set -a files $token
  end
  partita columns $files 2>/dev/null
end"""
