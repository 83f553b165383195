import { resolve } from "node:path";
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

/** Prints what a session's worktree, or one that was left, adds to the commit it was made at, file by file. */
export async function changes(context: Context, word: string, options: ChangesOptions) {
  const { api } = await daemonFor(context);
  const ask = await askerFor(context, api, word);
  if (options.json === true) return printJson(context, await allChanges(ask));
  if (options.stat === true) {
    const all = await allChanges(ask);
    context.print(changesHead(context, all));
    for (const line of statTable(context, all.files)) context.print(line);
    return;
  }
  let isFirst = true;
  for await (const page of pagesOf(ask)) {
    if (isFirst) context.print(changesHead(context, page));
    isFirst = false;
    for (const file of page.files) {
      for (const line of ["", ...fileLines(context, file)]) context.print(line);
    }
  }
}

/** Asks for the page behind a path. */
type Ask = (query: { readonly after?: string }) => Promise<Changes>;

/** A word with a slash is the path of a worktree, as no session's name or id is read. */
async function askerFor(context: Context, api: Api, word: string): Promise<Ask> {
  if (!word.includes("/")) {
    const { id } = await sessionFor(api, word);
    return (query) => api.getChanges({ params: { id }, query });
  }
  const path = resolve(context.cwd(), word);
  return (query) => api.getWorktreeChanges({ query: { path, ...query } });
}

/** Every page, one after the other. */
async function* pagesOf(ask: Ask): AsyncGenerator<Changes> {
  let after: string | null = null;
  do {
    const page: Changes = await ask(after === null ? {} : { after });
    yield page;
    after = page.next;
  } while (after !== null);
}

/** All pages as one. */
async function allChanges(ask: Ask): Promise<Changes> {
  const files: ChangedFile[] = [];
  let last: Changes | null = null;
  for await (const page of pagesOf(ask)) {
    files.push(...page.files);
    last = page;
  }
  if (last === null) throw new Error("the daemon answered no page");
  return { ...last, files };
}
