import type { Api } from "@maestro/client";
import type { ChangedFile, Changes } from "@maestro/protocol";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { changesHead, fileLines, statTable } from "../output/changes-text.ts";

/** The options of `changes`. */
export interface ChangesOptions {
  readonly stat?: boolean;
  readonly json?: boolean;
}

/** Prints what a session's worktree adds to the commit it was made at, file by file. */
export async function changes(context: Context, word: string, options: ChangesOptions) {
  const { api } = await daemonFor(context);
  const { id } = await sessionFor(api, word);
  if (options.json === true) return printJson(context, await allChanges(api, id));
  if (options.stat === true) {
    const all = await allChanges(api, id);
    context.print(changesHead(context, all));
    for (const line of statTable(context, all.files)) context.print(line);
    return;
  }
  let isFirst = true;
  for await (const page of pagesOf(api, id)) {
    if (isFirst) context.print(changesHead(context, page));
    isFirst = false;
    for (const file of page.files) {
      for (const line of ["", ...fileLines(context, file)]) context.print(line);
    }
  }
}

/** Every page, one after the other. */
async function* pagesOf(api: Api, id: string): AsyncGenerator<Changes> {
  let after: string | null = null;
  do {
    const query: { after?: string } = after === null ? {} : { after };
    const page: Changes = await api.getChanges({ params: { id }, query });
    yield page;
    after = page.next;
  } while (after !== null);
}

/** All pages as one. */
async function allChanges(api: Api, id: string): Promise<Changes> {
  const files: ChangedFile[] = [];
  let last: Changes | null = null;
  for await (const page of pagesOf(api, id)) {
    files.push(...page.files);
    last = page;
  }
  if (last === null) throw new Error("the daemon answered no page");
  return { ...last, files };
}
