import type { CommandDescription } from "./describe-commands.ts";
import { quoted } from "./quoted.ts";

/** The completion for zsh: as bash's, with what each word means beside it. */
export function zshCompletion(commands: readonly CommandDescription[]): string {
  return `#compdef maestro
# maestro: completion for zsh. In ~/.zshrc, after compinit: eval "$(maestro completion zsh)"
_maestro_at() {
  case $1 in
${commands.map(caseOf).join("\n")}
    (*) return 1 ;;
  esac
}
_maestro_sessions() {
  local -a names
  names=(\${(f)"$(\${~words[1]} complete-sessions 2>/dev/null)"})
  (( $#names )) && compadd -a names
}
_maestro() {
  local -a flags values sessions verbs
  local verb="" named="" one
  local -i i
  _maestro_at ""
  for ((i = 2; i < CURRENT; i++)); do
    one=$words[i]
    case $one in
      (--)
        # Behind it stands a command of its own.
        shift $i words
        (( CURRENT -= i ))
        _normal
        return
        ;;
      (-*) (( \${values[(Ie)$one]} )) && (( i++ )) ;;
      (*) _maestro_at "\${verb:+$verb }$one" && verb="\${verb:+$verb }$one" ;;
    esac
  done
  if (( i > CURRENT )); then
    if (( \${sessions[(Ie)$words[CURRENT-1]]} )); then _maestro_sessions; else _files; fi
  elif [[ $PREFIX == -* ]]; then
    _describe option flags
  elif [[ -n $named ]] || (( $#verbs )); then
    (( $#verbs )) && _describe command verbs
    [[ -n $named ]] && _maestro_sessions
  else
    _files
  fi
}
compdef _maestro maestro`;
}

function caseOf({ path, flags, words, session }: CommandDescription): string {
  const described = (word: string, about: string): string =>
    quoted(about === "" ? word : `${word}:${about}`);
  const list = (items: readonly string[]): string => `(${items.join(" ")})`;
  const named = (which: readonly { readonly flag: string }[]): string =>
    list(which.map(({ flag }) => quoted(flag)));
  return [
    `    (${quoted(path)})`,
    `      flags=${list([...flags.map(({ flag, about }) => described(flag, about)), "'--help:print its help'"])}`,
    `      values=${named(flags.filter(({ takesValue }) => takesValue))}`,
    `      sessions=${named(flags.filter((flag) => flag.session))} named=${session ? "yes" : "''"}`,
    `      verbs=${list(words.map(({ word, about }) => described(word, about)))} ;;`,
  ].join("\n");
}
