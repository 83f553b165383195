import type { CommandDescription, FlagDescription } from "./describe-commands.ts";

/** The completion for bash: it walks the words before the cursor to the verb that they name. */
export function bashCompletion(commands: readonly CommandDescription[]): string {
  return `# maestro: completion for bash. In ~/.bashrc: eval "$(maestro completion bash)"
_maestro_at() {
  case $1 in
${commands.map(caseOf).join("\n")}
    *) return 1 ;;
  esac
}
_maestro() {
  local word=\${COMP_WORDS[COMP_CWORD]} program=\${COMP_WORDS[0]/#\\~/$HOME}
  local verb="" flags="" values="" sessions="" words="" named="" one i
  COMPREPLY=()
  _maestro_at ""
  for ((i = 1; i < COMP_CWORD; i++)); do
    one=\${COMP_WORDS[i]}
    case $one in
      --) return ;; # Behind it stands a command of its own.
      -*)
        if [[ " $values " == *" $one "* ]]; then
          ((++i < COMP_CWORD)) || word=$one
        fi
        ;;
      *) if _maestro_at "\${verb:+$verb }$one"; then verb="\${verb:+$verb }$one"; fi ;;
    esac
  done
  if ((i > COMP_CWORD)); then
    [[ " $sessions " == *" $word "* ]] || return
    words=$("$program" complete-sessions 2>/dev/null)
    word=\${COMP_WORDS[COMP_CWORD]}
  elif [[ $word == -* ]]; then
    words=$flags
  elif [[ -n $named ]]; then
    words="$words $("$program" complete-sessions 2>/dev/null)"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _maestro maestro`;
}

function caseOf({ path, flags, words, session }: CommandDescription): string {
  const names = (which: (flag: FlagDescription) => boolean): string =>
    flags
      .filter(which)
      .map(({ flag }) => flag)
      .join(" ");
  return [
    `    "${path}")`,
    `      flags="${names(() => true)} --help" values="${names((flag) => flag.takesValue)}"`,
    `      sessions="${names((flag) => flag.session)}" named="${session ? "yes" : ""}"`,
    `      words="${words.map(({ word }) => word).join(" ")}" ;;`,
  ].join("\n");
}
