import { bashCompletion } from "./bash-completion.ts";
import type { CommandDescription } from "./describe-commands.ts";
import { fishCompletion } from "./fish-completion.ts";
import { zshCompletion } from "./zsh-completion.ts";

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
      return bashCompletion(commands);
    case "zsh":
      return zshCompletion(commands);
    case "fish":
      return fishCompletion(commands);
  }
  return shell satisfies never;
}
