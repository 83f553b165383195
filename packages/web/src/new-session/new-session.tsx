import { ApiFailure } from "@maestro/client";
import type { AgentInfo, RecentDirectory } from "@maestro/protocol";
import { useEffect, useMemo, useState } from "react";
import { Dialog } from "../dialogs/dialog.tsx";
import { currentSession } from "../keyboard/run-command.ts";
import { projectRoot } from "../sessions/tree.ts";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { openSession, showOverlay, usePage } from "../state/page-store.ts";
import { AgentPicker } from "./agent-picker.tsx";
import { BranchPicker } from "./branch-picker.tsx";
import { type BranchChoice, branchChoices, suggestedBranch } from "./branch-choice.ts";
import { DirectoryPicker } from "./directory-picker.tsx";
import { FieldError } from "./field-error.tsx";
import { fieldOf, type Program, sessionRequest } from "./session-request.ts";
import { useRepository } from "./use-repository.ts";

/** The form that starts a session. */
export function NewSession(asked: {
  readonly directory: string | undefined;
  readonly agent: string | undefined;
}) {
  const { api } = useDaemon();
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
            <span className="aside">{treeWords(repository.kind)}</span>
          </label>
          {inTree && (
            <BranchPicker
              choices={choices}
              chosen={branch}
              typed={typedBranch}
              base={base}
              onType={setTypedBranch}
              onChoose={setChosen}
              onBase={setBase}
            />
          )}
          <FieldError words={errorAt("branch")} verbatim />
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

function treeWords(kind: "unknown" | "none" | "repository"): string {
  if (kind === "unknown") return "";
  return kind === "none" ? "this directory is in no repository" : "leaves the checkout as it is";
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
