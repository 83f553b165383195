import { Activity, Command, Exit, Time } from "@maestro/protocol";
import * as z from "zod";
import { parseSessionId, type Session, type SessionId } from "../../domain/session.ts";
import type { RecordCodec } from "./record-directory.ts";

const path = z.string().min(1);
const count = z.int().min(0);

const BlockedWork = z.object({
  uncommitted: count,
  untracked: count,
  unpushed: count,
  in_progress: z.enum(["merge", "rebase", "cherry-pick", "revert", "bisect", "am"]).nullable(),
  unknown: z.string().nullable(),
});

const PHASE_FIELDS = {
  running: z.object({ status: z.literal("running"), pane: z.string() }),
  dead: z.object({ status: z.literal("dead"), exit: Exit.nullable(), settled: z.boolean() }),
  dormant: z.object({ status: z.literal("dormant") }),
};

/** Null for a value that is missing or that this version does not know. */
function orUnknown<S extends z.ZodType>(schema: S) {
  return schema.nullable().catch(null);
}

const Common = z.object({
  id: z.uuid(),
  cwd: path,
  cwd_device: z.number().nullable().default(null),
  command: Command,
  env: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.json()),
  worktree: z
    .object({ path, base_repo: path, branch: z.string(), base_commit: z.string() })
    .nullable(),
  tree_removed: z.boolean().default(false),
  repo: z.object({ root: path, branch: z.string().nullable() }).nullable(),
  created_at: Time,
  generation: z.int().min(1),
  cols: z.int().min(1).max(10_000),
  rows: z.int().min(1).max(10_000),
  ending: z
    .object({
      keep_worktree: z.boolean(),
      undo: z.object({ made_branch: z.boolean() }).optional(),
    })
    .nullable()
    .default(null),
  agent: z.string().nullable().default(null),
  agent_session_id: z.string().nullable().default(null),
  // What was merely observed is observed again: no value of it, a newer version's say, is worth a record.
  foreground: orUnknown(z.string()),
  current_cwd: orUnknown(z.string()),
  activity: Activity.catch("idle"),
  activity_detail: orUnknown(z.string()),
  activity_since: Time,
  last_activity_at: Time,
  last_focused_at: orUnknown(Time),
  blocked_work: orUnknown(BlockedWork),
});

const SessionFile = z.discriminatedUnion("status", [
  z.object({ ...Common.shape, ...PHASE_FIELDS.running.shape }),
  z.object({ ...Common.shape, ...PHASE_FIELDS.dead.shape }),
  z.object({ ...Common.shape, ...PHASE_FIELDS.dormant.shape }),
]);
type SessionFile = z.infer<typeof SessionFile>;

const KNOWN = new Set([
  "version",
  "status",
  "pane",
  "exit",
  "settled",
  ...Object.keys(Common.shape),
]);

const iso = (at: number): string => new Date(at).toISOString();

/** How a session's sidecar looks: the record's own names, and whatever a newer version added. */
export const sessionCodec: RecordCodec<Session> = {
  noun: "session record",
  keyOf: (session) => session.id,
  isKey: (key) => parseSessionId(key) !== null,
  encode: (session) => ({ ...session.extra, ...toFile(session) }),
  decode: (value, key) => {
    const file = SessionFile.parse(value);
    if (file.id !== key) throw new Error(`it holds the record of ${file.id}`);
    const extra = Object.entries(value as Record<string, unknown>).filter(
      ([name]) => !KNOWN.has(name),
    );
    return fromFile(file, Object.fromEntries(extra) as Session["extra"]);
  },
};

function toFile(session: Session): SessionFile {
  const { observed, life, worktree } = session;
  const blocked = observed.blockedWork;
  const common: z.infer<typeof Common> = {
    id: session.id,
    cwd: session.cwd,
    cwd_device: session.cwdDevice,
    command: session.command,
    env: session.env,
    metadata: session.metadata,
    worktree: worktree && {
      path: worktree.path,
      base_repo: worktree.baseRepo,
      branch: worktree.branch,
      base_commit: worktree.baseCommit,
    },
    tree_removed: session.treeRemoved,
    repo: session.repo,
    created_at: iso(session.createdAt),
    generation: session.generation,
    ...session.size,
    ending: session.ending && {
      keep_worktree: session.ending.keepWorktree,
      ...(session.ending.undo && { undo: { made_branch: session.ending.undo.madeBranch } }),
    },
    agent: session.agent,
    agent_session_id: session.agentSessionId,
    foreground: observed.foreground,
    current_cwd: observed.currentCwd,
    activity: observed.activity,
    activity_detail: observed.activityDetail,
    activity_since: iso(observed.activitySince),
    last_activity_at: iso(observed.lastActivityAt),
    last_focused_at: observed.lastFocusedAt === null ? null : iso(observed.lastFocusedAt),
    blocked_work: blocked && {
      uncommitted: blocked.uncommitted,
      untracked: blocked.untracked,
      unpushed: blocked.unpushed,
      in_progress: blocked.inProgress,
      unknown: blocked.unknown,
    },
  };
  switch (life.phase) {
    case "running":
      return { ...common, status: "running", pane: life.pane };
    case "dead": {
      const exit = life.exit && { ...life.exit, at: iso(life.exit.at) };
      return { ...common, status: "dead", exit, settled: life.settled };
    }
    case "dormant":
      return { ...common, status: "dormant" };
    default:
      return life satisfies never;
  }
}

function lifeOf(file: SessionFile): Session["life"] {
  switch (file.status) {
    case "running":
      return { phase: "running", pane: file.pane };
    case "dead": {
      const exit = file.exit && { ...file.exit, at: Date.parse(file.exit.at) };
      return { phase: "dead", exit, settled: file.settled };
    }
    case "dormant":
      return { phase: "dormant" };
    default:
      return file satisfies never;
  }
}

function fromFile(file: SessionFile, extra: Session["extra"]): Session {
  const { worktree } = file;
  return {
    id: file.id as SessionId,
    cwd: file.cwd,
    cwdDevice: file.cwd_device,
    command: file.command,
    env: file.env,
    metadata: file.metadata,
    worktree: worktree && {
      path: worktree.path,
      baseRepo: worktree.base_repo,
      branch: worktree.branch,
      baseCommit: worktree.base_commit,
    },
    treeRemoved: file.tree_removed,
    repo: file.repo,
    life: lifeOf(file),
    createdAt: Date.parse(file.created_at),
    generation: file.generation,
    size: { cols: file.cols, rows: file.rows },
    ending: file.ending && {
      keepWorktree: file.ending.keep_worktree,
      ...(file.ending.undo && { undo: { madeBranch: file.ending.undo.made_branch } }),
    },
    agent: file.agent,
    agentSessionId: file.agent_session_id,
    observed: {
      foreground: file.foreground,
      currentCwd: file.current_cwd,
      activity: file.activity,
      activityDetail: file.activity_detail,
      activitySince: Date.parse(file.activity_since),
      lastActivityAt: Date.parse(file.last_activity_at),
      lastFocusedAt: file.last_focused_at === null ? null : Date.parse(file.last_focused_at),
      blockedWork: file.blocked_work && {
        uncommitted: file.blocked_work.uncommitted,
        untracked: file.blocked_work.untracked,
        unpushed: file.blocked_work.unpushed,
        inProgress: file.blocked_work.in_progress,
        unknown: file.blocked_work.unknown,
      },
    },
    extra,
  };
}
