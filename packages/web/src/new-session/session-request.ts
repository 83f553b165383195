import type { CreateSession, WorktreeRequest } from "@maestro/protocol";
import type { BranchChoice } from "./branch-choice.ts";

/** What is started: an agent by its id, the user's shell, or a command line. */
export type Program =
  | { readonly kind: "agent"; readonly id: string }
  | { readonly kind: "shell" }
  | {
      readonly kind: "command";
      readonly line: string;
    };

/** The form, filled in. */
export interface SessionForm {
  readonly directory: string;
  readonly program: Program;
  readonly prompt: string;
  readonly name: string;
  /** null leaves the checkout as it is and starts in it. */
  readonly branch: BranchChoice | null;
  readonly base: string;
}

/** The form as the daemon takes it. */
export function sessionRequest(form: SessionForm): CreateSession {
  const { program, branch } = form;
  const prompt = form.prompt.trim();
  return {
    cwd: form.directory.trim(),
    ...(program.kind === "agent" ? { command: [program.id], agent: program.id } : {}),
    ...(program.kind === "command" ? { command: program.line } : {}),
    ...(program.kind === "agent" && prompt !== "" ? { prompt } : {}),
    ...(form.name.trim() === "" ? {} : { name: form.name }),
    ...(branch === null ? {} : { worktree: worktreeRequest(form.directory, branch, form.base) }),
  };
}

/** The worktree that a choice of branch means. */
export function worktreeRequest(
  directory: string,
  branch: BranchChoice,
  typedBase: string,
): WorktreeRequest {
  const base = typedBase.trim();
  const creates = branch.kind === "create";
  return {
    base_repo: directory.trim(),
    branch: branch.name,
    create_branch: creates,
    ...(creates && base !== "" ? { base } : {}),
  };
}

/** The field that an error code speaks of. */
export function fieldOf(code: string): "directory" | "branch" | "program" | null {
  switch (code) {
    case "invalid_cwd":
      return "directory";
    case "invalid_branch":
    case "worktree_failed":
      return "branch";
    case "tmux_failed":
      return "program";
    default:
      return null;
  }
}
