import type { Activity } from "@maestro/protocol";

/** The agents that maestro knows by name. `generic` is whatever speaks maestro's own report shape. */
export type AgentId = "claude" | "codex" | "gemini" | "opencode" | "generic";

/** A program and its arguments; a word that only a shell can expand is kept as an opaque one. */
export type Argv = readonly string[];

type Env = Readonly<Record<string, string>>;

/** A file to be written before the command starts. */
export interface LaunchFile {
  readonly path: string;
  readonly content: string;
}

/** What an agent's command is to be started with. */
export interface LaunchInput {
  /** The program as it was found in the command, with its arguments. */
  readonly argv: Argv;
  /** The hook program, to which the agent's id is added: `[node, …/maestro-hook.mjs]`. */
  readonly hookCommand: Argv;
  /** A fresh UUID for agents that let the caller choose their conversation's id. */
  readonly newConversationId: string;
  /** What the agent is to begin with, where the request says so. */
  readonly prompt: string | null;
  /** An absolute directory that lives as long as the session, for files the agent reads. */
  readonly runtimeDir: string;
  /** The environment that the command will have. */
  readonly env: Env;
  /** What stands in the files that `reads` named; those that do not exist are left out. */
  readonly found: ReadonlyMap<string, string>;
}

/** An agent's command with everything added to it. */
export interface Launch {
  readonly argv: Argv;
  /** Variables to be added to the command's environment. */
  readonly env: Env;
  readonly files: readonly LaunchFile[];
  /** The conversation's id where it is known before any hook runs. */
  readonly conversationId: string | null;
}

/**
 * Whether a conversation id is taken only while none is bound, or replaces the bound one, since the
 * agent says that it cleared, resumed or forked.
 */
export type Binding = "first" | "anew";

/** What a hook payload says. */
export type HookMeaning =
  | {
      readonly kind: "state";
      readonly state: Activity;
      /** null: it has no words for it; those of an earlier report of the same state still hold. */
      readonly detail: string | null;
      readonly agentSessionId: string | null;
      readonly bind: Binding;
    }
  /** A state, and what the person asked for. */
  | {
      readonly kind: "prompt";
      readonly text: string;
      readonly state: Activity;
      readonly detail: string | null;
      readonly agentSessionId: string | null;
      readonly bind: Binding;
    }
  | { readonly kind: "nothing" };

/** What a terminal shows to somebody who looks at it. */
export interface Shown {
  readonly title: string;
  /** The lines of the screen, top to bottom. */
  readonly screenLines: readonly string[];
}

/** A state that the title or the screen shows. */
export interface Evidence {
  readonly state: "active" | "awaiting_input" | "idle";
  readonly source: "title" | "screen";
  /** The reports that it refutes once it is stable; a report of any other state stands beside it. */
  readonly refutes: readonly Activity[];
  /** For `why`: what was seen. */
  readonly why: string;
}

/** A run of the agent that finds a name: without tools, and without maestro's variables. */
export interface NamingRun {
  readonly argv: Argv;
  readonly env: Env;
  /** Taken out of the environment it is started with. */
  readonly unset: readonly string[];
  /** For its standard input. */
  readonly input: string;
  /** Where it leaves its answer. */
  readonly answer: { readonly kind: "stdout" } | { readonly kind: "file"; readonly path: string };
  readonly files: readonly LaunchFile[];
}

/** Files of the person's that an agent reads its hooks from. */
interface HookFiles {
  /** Absolute; one that does not exist holds none. */
  paths(env: Env): readonly string[];
  /** Whether ours are in the text of one of them, in any version. */
  holdsOurs(text: string): boolean;
}

/** One agent: how it is recognised, started, understood, resumed and asked for a name. */
export interface Agent {
  readonly id: AgentId;
  /** How people write it. */
  readonly label: string;
  /** The command that starts it; empty where it has none. */
  readonly command: Argv;
  /** Programs that are this agent. */
  readonly programs: readonly string[];
  /** Packages that a package runner (`npx` and its like) starts this agent from. */
  readonly packages: readonly string[];
  /** Where its hooks have to stand to tell everything; null where `launch` hands over all of them. */
  readonly hookFiles: HookFiles | null;
  /** Files whose content `launch` wants to see. */
  reads(env: Env): readonly string[];
  /** Adds hooks and prompt where the agent allows it, and never what the person gave already. */
  launch(input: LaunchInput): Launch;
  /** Never throws, whatever the payload is. */
  report(payload: unknown): HookMeaning;
  /** The command that goes on with a conversation, or null where the agent cannot. */
  resume(argv: Argv, agentSessionId: string): Argv | null;
  /** `directory` is an empty one, made for this run. Null where the agent cannot be asked. */
  naming(prompt: string, directory: string): NamingRun | null;
  /** Mere movement is no evidence. */
  evidence(shown: Shown): Evidence | null;
}
