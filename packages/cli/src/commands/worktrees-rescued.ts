import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { since } from "../output/relative-time.ts";
import { shortRef } from "../output/rescue-ref.ts";
import { shortPath } from "../output/short-path.ts";
import { type Column, formatTable } from "../output/table.ts";

// A ref is there to be copied, so it is never cut.
const COLUMNS: readonly Column[] = [
  { title: "REF" },
  { title: "REPOSITORY", shrinkTo: 12, cut: "middle" },
  { title: "CHANGED", align: "right", leaveOut: 1 },
  { title: "SAVED", align: "right", leaveOut: 2 },
];

/** Lists the saved states of worktrees that were reclaimed by force. */
export async function listRescued(context: Context, options: { readonly json?: boolean }) {
  const { api } = await daemonFor(context);
  const saved = await api.listRescued();
  if (options.json === true) return printJson(context, saved);
  if (saved.length === 0) return context.note("No saved states.");
  const rows = saved.map(({ ref, base_repo, files, saved_at }) => [
    { text: shortRef(ref) },
    { text: shortPath(base_repo, context.home) },
    { text: files === 1 ? "1 file" : `${files} files` },
    { text: `${since(saved_at, context.now())} ago` },
  ]);
  for (const line of formatTable(COLUMNS, rows, context.width())) context.print(line);
}
