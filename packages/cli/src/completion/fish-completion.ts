import type { CommandDescription, FlagDescription } from "./describe-commands.ts";
import { quoted } from "./quoted.ts";

const SESSIONS = quoted("(__maestro_sessions)");

/** The completion for fish: each line holds where the words before the cursor name its verb. */
export function fishCompletion(commands: readonly CommandDescription[]): string {
  const valued = commands
    .flatMap(({ flags }) => flags)
    .filter(({ takesValue }) => takesValue)
    .map(({ flag }) => flag);
  return `# maestro: completion for fish. maestro completion fish > ~/.config/fish/completions/maestro.fish
function __maestro_at
    set -l words (commandline -opc)
    set -l verb ""
    set -l skip no
    for word in $words[2..]
        if test $skip = yes
            set skip no
            continue
        end
        switch $word
            case --
                test "$argv[1]" = --
                return
            case "-*"
                contains -- $word ${[...new Set(valued)].join(" ")}; and set skip yes
            case "*"
                set -l next (string trim -- "$verb $word")
                contains -- $next ${commands
                  .filter(({ path }) => path !== "")
                  .map(({ path }) => quoted(path))
                  .join(" ")}; and set verb $next
        end
    end
    test "$verb" = "$argv[1]"
end
function __maestro_sessions
    set -l words (commandline -opc)
    eval $words[1] complete-sessions 2>/dev/null
end
complete -c maestro -f
complete -c maestro -n "__maestro_at --" -F
${commands.flatMap(linesOf).join("\n")}`;
}

function linesOf({ path, flags, words, session }: CommandDescription): string[] {
  const here = `complete -c maestro -n "__maestro_at '${path}'"`;
  return [
    ...words.map(
      ({ word, about }) => `${here} -a ${word}${about === "" ? "" : ` -d ${quoted(about)}`}`,
    ),
    ...flags.map((flag) => `${here} ${optionOf(flag)}`),
    ...(session ? [`${here} -a ${SESSIONS}`] : []),
    // What follows takes files: a command to run, a worktree's path.
    ...(words.length === 0 && !session ? [`${here} -F`] : []),
  ];
}

function optionOf({ flag, about, takesValue, session }: FlagDescription): string {
  const name = flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
  const value = session ? ` -x -a ${SESSIONS}` : takesValue ? " -r -F" : "";
  return `${name}${value} -d ${quoted(about)}`;
}
