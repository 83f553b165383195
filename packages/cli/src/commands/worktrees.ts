import { sizeWords } from "@maestro/client";
import type { WorktreeListing } from "@maestro/protocol";
import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { since } from "../output/relative-time.ts";
import { shortPath } from "../output/short-path.ts";
import { type Column, formatTable } from "../output/table.ts";
import { unsavedSummary } from "../output/unsaved-work-text.ts";

const REASONS: Readonly<Record<string, string>> = {
  "force-killed": "You ended it with work in it",
  "exited-with-unsaved-work": "Ended by itself with unsaved work",
  "removal-failed": "git refused",
  "has-submodules": "Has submodules",
  restored: "Restored from a saved state",
};

const COLUMNS: readonly Column[] = [
  { title: "PATH", shrinkTo: 16, cut: "middle" },
  { title: "BRANCH", shrinkTo: 8, cut: "middle" },
  { title: "SESSION", shrinkTo: 8, leaveOut: 1 },
  { title: "UNSAVED", shrinkTo: 10 },
  { title: "STAYS BECAUSE", shrinkTo: 10, leaveOut: 3 },
  { title: "FOR", align: "right", leaveOut: 2 },
  { title: "SIZE", align: "right" },
];

/** Lists every worktree that maestro answers for, with its unsaved work. */
export async function listWorktrees(context: Context, options: { readonly json?: boolean }) {
  const { api } = await daemonFor(context);
  const worktrees = await api.listWorktrees();
  if (options.json === true) return printJson(context, worktrees);
  if (worktrees.length === 0) return context.note("No worktrees left behind.");
  const rows = worktrees.map((worktree) => rowOf(context, worktree));
  for (const line of formatTable(COLUMNS, rows, context.width())) context.print(line);
}

function rowOf(context: Context, worktree: WorktreeListing) {
  const { retained_at, size_bytes } = worktree;
  return [
    { text: shortPath(worktree.path, context.home) },
    { text: worktree.branch ?? "(detached)" },
    { text: worktree.session_name ?? worktree.session_id?.slice(0, 8) ?? "" },
    { text: unsavedSummary(worktree.unsaved_work) },
    { text: whyItStays(worktree) },
    { text: retained_at === null ? "" : since(retained_at, context.now()) },
    { text: size_bytes === null ? "?" : sizeWords(size_bytes) },
  ];
}

function whyItStays({ reason, detail }: WorktreeListing): string {
  if (reason === null) return "in use";
  const words = REASONS[reason] ?? reason;
  return reason === "removal-failed" && detail !== null ? `${words}: ${detail}` : words;
}
