import { ApiFailure } from "@maestro/client";
import type { AgentInfo, RecentDirectory } from "@maestro/protocol";
import { useEffect, useMemo, useState } from "react";
import { Dialog } from "../dialogs/dialog.tsx";
import { currentSession } from "../keyboard/run-command.ts";
import { projectRoot } from "../sessions/tree.ts";
import { usePhone } from "../shell/use-phone.ts";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { openSession, showOverlay, usePage } from "../state/page-store.ts";
import { type PathWords, usePathWords } from "../state/use-path-words.ts";
import { AgentPicker } from "./agent-picker.tsx";
import { BranchPicker } from "./branch-picker.tsx";
import { type BranchChoice, branchChoices, suggestedBranch } from "./branch-choice.ts";
import { DirectoryPicker } from "./directory-picker.tsx";
import { FieldError } from "./field-error.tsx";
import { SetUpLines } from "./set-up-lines.tsx";
import { fieldOf, type Program, sessionRequest, worktreeRequest } from "./session-request.ts";
import { type Repository, useRepository } from "./use-repository.ts";
import { type Planned, useWorktreePlan } from "./use-worktree-plan.ts";

/** The form that starts a session. */
export function NewSession(asked: {
  readonly directory: string | undefined;
  readonly agent: string | undefined;
}) {
  const { api } = useDaemon();
  const phone = usePhone();
  const [recent, setRecent] = useState<readonly RecentDirectory[]>([]);
  const [agents, setAgents] = useState<readonly AgentInfo[]>([]);
  const [directory, setDirectory] = useState(() => asked.directory ?? firstDirectory());
  const [program, setProgram] = useState<Program | null>(() => askedProgram(asked.agent));
  const [prompt, setPrompt] = useState("");
  const [name, setName] = useState("");
  const [wantsTree, setWantsTree] = useState(asked.directory === undefined);
  const [typedBranch, setTypedBranch] = useState("");
  const [chosen, setChosen] = useState<BranchChoice | null>(null);
  const [base, setBase] = useState("");
  const [error, setError] = useState<{ field: string | null; words: string } | null>(null);
  const [starting, setStarting] = useState(false);
  const repository = useRepository(directory);
  const [seed] = useState(() => Math.random());

  useEffect(() => {
    api.listRecentDirs().then(
      (list) => {
        setRecent(list);
        setDirectory((typed) => (typed === "" ? (list[0]?.directory ?? "") : typed));
      },
      () => {},
    );
    api.listAgents().then(
      (list) => {
        setAgents(list);
        const first = list.find((agent) => agent.installed_at !== null);
        setProgram(
          (known) =>
            known ?? (first === undefined ? { kind: "shell" } : { kind: "agent", id: first.id }),
        );
      },
      () => setProgram((known) => known ?? { kind: "shell" }),
    );
  }, [api]);

  const started: Program = program ?? { kind: "shell" };
  const inTree = wantsTree && repository.kind === "repository";
  const suggested = suggestedBranch(name === "" ? prompt : name, () => seed);
  const choices = useMemo(
    () =>
      branchChoices(
        repository.kind === "repository" ? repository.branches : [],
        typedBranch,
        suggested,
      ),
    [repository, typedBranch, suggested],
  );
  const branch =
    choices.find((one) => one.kind === chosen?.kind && one.name === chosen.name) ??
    choices[0] ??
    null;

  const { planned, setUp } = useWorktreePlan(
    inTree && branch !== null && branch.kind !== "taken"
      ? worktreeRequest(directory, branch, base)
      : null,
  );
  const paths = usePathWords();

  const start = async (): Promise<void> => {
    if (starting) return;
    setStarting(true);
    setError(null);
    try {
      const form = {
        directory,
        program: started,
        prompt,
        name,
        base,
        branch: inTree ? branch : null,
      };
      const session = await api.createSession({ body: sessionRequest(form) });
      showOverlay(null);
      openSession(session.id);
    } catch (failure) {
      const field = failure instanceof ApiFailure ? fieldOf(failure.code) : null;
      setError({ field, words: failureWords(failure) });
      setStarting(false);
    }
  };
  const errorAt = (field: string | null): string | null =>
    error !== null && error.field === field ? error.words : null;

  return (
    <Dialog title="New session" quietTitle className="new-session">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void start();
        }}
      >
        <DirectoryPicker
          directory={directory}
          recent={recent}
          error={errorAt("directory")}
          onChange={setDirectory}
        />
        <div className="form-fields">
          {started.kind === "agent" && (
            <label className="field">
              <span className="label">
                Prompt <span className="aside">optional, sent once the agent is ready</span>
              </span>
              <textarea
                value={prompt}
                rows={5}
                data-focus=""
                onChange={({ target }) => setPrompt(target.value)}
              />
            </label>
          )}
          <AgentPicker agents={agents} program={started} onChange={setProgram} />
          <FieldError words={errorAt("program")} />
          <label className="switch">
            <input
              type="checkbox"
              role="switch"
              checked={inTree}
              disabled={repository.kind !== "repository"}
              onChange={({ target }) => setWantsTree(target.checked)}
            />
            <strong>In a new worktree</strong>
            <span className="aside">{treeWords(repository.kind, planned, paths)}</span>
          </label>
          {inTree && (
            <BranchPicker
              choices={choices}
              chosen={branch}
              typed={typedBranch}
              base={base}
              head={headAt(repository, directory)}
              startsAt={planned.kind === "plan" ? planned.plan.base_commit : null}
              onType={setTypedBranch}
              onChoose={setChosen}
              onBase={setBase}
            />
          )}
          <FieldError words={errorAt("branch") ?? whyNot(planned)} verbatim />
          <SetUpLines lines={setUp} />
          <label className="field">
            <span className="label">
              Name <span className="aside">optional</span>
            </span>
            <input
              value={name}
              maxLength={10_000}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
        </div>
        <footer>
          <FieldError words={errorAt(null)} />
          {planned.kind === "plan" && (
            <code className="planned-path" title="Where the worktree will be">
              {paths.short(planned.plan.path, phone ? 40 : 72)}
            </code>
          )}
          <span className="spacer" />
          <button type="button" className="plain" onClick={() => showOverlay(null)}>
            Cancel
          </button>
          <button
            type="submit"
            className="primary"
            disabled={starting || directory.trim() === "" || (inTree && branch?.kind === "taken")}
          >
            {starting ? "Starting" : "Start session"} <kbd className="bare">Ctrl Enter</kbd>
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function treeWords(kind: Repository["kind"], planned: Planned, paths: PathWords): string {
  if (kind === "unknown") return "";
  if (kind === "none") return "this directory is in no repository";
  const checkout = planned.kind === "plan" ? paths.short(planned.plan.base_repo, 40) : null;
  return `leaves ${checkout ?? "the checkout"} as it is`;
}

/** The branch that is checked out in a directory, where the list of branches tells. */
function headAt(repository: Repository, directory: string): string | null {
  if (repository.kind !== "repository") return null;
  const at = directory.trim().replace(/\/+$/, "");
  return repository.branches.find((branch) => branch.checked_out_at === at)?.name ?? null;
}

/** git's words on a branch that cannot be had, before anybody tries to. */
function whyNot(planned: Planned): string | null {
  return planned.kind === "refused" ? planned.words : null;
}

function askedProgram(agent: string | undefined): Program | null {
  if (agent === undefined) return null;
  return agent === "shell" ? { kind: "shell" } : { kind: "agent", id: agent };
}

/** Where the selected session is at home; else the newest directory, once that is known. */
function firstDirectory(): string {
  const session = currentSession();
  if (session !== undefined) return projectRoot(session);
  const selected = usePage.getState().selected;
  return selected?.startsWith("/") === true ? selected : "";
}
