import { ApiFailure } from "@maestro/client";
import type { WorktreePlan, WorktreeRequest } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { useDaemon } from "../state/daemon.ts";

/** A branch is typed letter by letter; each is not asked about. */
const PAUSE_MS = 250;

/** A call that got no answer is made again. */
const AGAIN_MS = 1_000;

/** What would be made, or why nothing would. */
export type Planned =
  | { readonly kind: "unknown" }
  | { readonly kind: "plan"; readonly plan: WorktreePlan }
  | { readonly kind: "refused"; readonly words: string };

/** What a repository's new worktrees run, as it was told last. */
interface SetUp {
  readonly repository: string;
  readonly lines: readonly string[];
}

/**
 * Asks the daemon what a worktree would be, while it is being thought of; null asks nothing. The
 * lines that would run in it are the repository's, and stay while its branch is still being typed.
 */
export function useWorktreePlan(request: WorktreeRequest | null): {
  readonly planned: Planned;
  readonly setUp: readonly string[];
} {
  const { api } = useDaemon();
  const [planned, setPlanned] = useState<Planned>({ kind: "unknown" });
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const asked = request === null ? null : JSON.stringify(request);
  useEffect(() => {
    setPlanned({ kind: "unknown" });
    if (asked === null) return undefined;
    let current = true;
    const { create_branch: create, ...rest } = JSON.parse(asked) as WorktreeRequest;
    const query = { ...rest, create_branch: create ? ("true" as const) : ("false" as const) };
    const ask = (): void => {
      api.planWorktree({ query }).then(
        (plan) => {
          if (!current) return;
          setPlanned({ kind: "plan", plan });
          setSetUp({ repository: rest.base_repo, lines: plan.runs });
        },
        (error: unknown) => {
          if (!current) return;
          if (error instanceof ApiFailure) {
            setPlanned({ kind: "refused", words: error.message });
          } else timer = setTimeout(ask, AGAIN_MS);
        },
      );
    };
    let timer = setTimeout(ask, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, asked]);
  const known = request !== null && setUp?.repository === request.base_repo;
  return { planned, setUp: known ? setUp.lines : [] };
}
