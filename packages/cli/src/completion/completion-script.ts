import type { CommandDescription } from "./describe-commands.ts";

/** The shells that there is a completion for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** True for a shell that there is a completion for. */
export function isShell(name: string): name is Shell {
  return (SHELLS as readonly string[]).includes(name);
}

/** The script that teaches a shell to complete `maestro`. */
export function completionScript(shell: Shell, commands: readonly CommandDescription[]): string {
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      return zsh(commands);
    case "fish":
      return fish(commands);
  }
  return shell satisfies never;
}

function names(commands: readonly CommandDescription[]): string {
  return commands.map(({ name }) => name).join(" ");
}

function flagsOf({ flags }: CommandDescription): string {
  return flags.map(({ flag }) => flag).join(" ");
}

function bash(commands: readonly CommandDescription[]): string {
  const cases = commands.map((command) => {
    const sessions = command.session ? " $(maestro complete-sessions 2>/dev/null)" : "";
    return `    ${command.name}) flags="${flagsOf(command)}"; words="${command.words.join(" ")}${sessions}" ;;`;
  });
  return `# maestro: completion for bash. In ~/.bashrc: eval "$(maestro completion bash)"
_maestro() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags="" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names(commands)}" -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join("\n")}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _maestro maestro`;
}

/** A word in single quotes, for zsh and fish alike; ours hold no backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}

function zsh(commands: readonly CommandDescription[]): string {
  const list = commands.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`);
  const cases = commands.map((command) => {
    const flags = command.flags.map(({ flag, about }) => quoted(`${flag}:${about}`)).join(" ");
    const words = command.words.map(quoted).join(" ");
    const sessions = command.session ? ' ${(f)"$(maestro complete-sessions 2>/dev/null)"}' : "";
    return `    ${command.name}) flags=(${flags}); words_=(${words}${sessions}) ;;`;
  });
  return `#compdef maestro
# maestro: completion for zsh. In ~/.zshrc, after compinit: eval "$(maestro completion zsh)"
_maestro() {
  local -a commands flags words_
  commands=(
${list.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join("\n")}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option flags
  elif (( $#words_ )); then
    compadd -a words_
  else
    _files
  fi
}
compdef _maestro maestro`;
}

function fish(commands: readonly CommandDescription[]): string {
  const lines = commands.flatMap((command) => {
    const { name, about } = command;
    const here = `-n '__fish_seen_subcommand_from ${name}'`;
    const words = command.words.join(" ");
    return [
      `complete -c maestro -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
      ...command.flags.map(({ flag, about: flagAbout }) => {
        const [kind, word] = flag.startsWith("--") ? ["-l", flag.slice(2)] : ["-s", flag.slice(1)];
        return `complete -c maestro ${here} ${kind} ${word} -d ${quoted(flagAbout)}`;
      }),
      ...(words === "" ? [] : [`complete -c maestro ${here} -f -a ${quoted(words)}`]),
      ...(command.session
        ? [`complete -c maestro ${here} -f -a '(maestro complete-sessions 2>/dev/null)'`]
        : []),
    ];
  });
  return [
    "# maestro: completion for fish. maestro completion fish > ~/.config/fish/completions/maestro.fish",
    ...lines,
  ].join("\n");
}
