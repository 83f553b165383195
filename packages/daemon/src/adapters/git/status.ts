import { lstat } from "node:fs/promises";
import { counted, doubt, NOTHING, type Findings } from "./findings.ts";
import { whyNot } from "./git.ts";
import { isMainLink } from "./main-links.ts";
import { createStatusParser } from "./parse-status.ts";
import type { Look, Place } from "./place.ts";
import { bytesPath, compilePrecious, differsFromMain, withoutEnvironments } from "./precious.ts";

/** Counting stops here: nobody needs to know more exactly, and memory stays flat. */
const ENOUGH = 50_000;

/** Precious files and links beyond this many count without being compared. */
const MAX_COMPARED = 200;

/** How git is asked, by everything that has to know what a tree holds. */
export const STATUS_ARGUMENTS: readonly string[] = [
  "status",
  "--porcelain=v2",
  "-z",
  "--untracked-files=all",
  // Together with `all` this lists ignored files one by one and, by a slash at the end, repositories
  // inside ignored directories.
  "--ignored=traditional",
  "--ignore-submodules=none",
  "--no-renames",
  "--no-ahead-behind",
];

/** What a status found, and the names it counted as changed. */
export interface StatusFindings {
  readonly findings: Findings;
  readonly changedNames: ReadonlySet<string>;
}

/** Tracked files that differ, untracked ones, nested repositories and precious ignored files. */
export async function readStatus(look: Look, place: Place): Promise<StatusFindings> {
  const parser = createStatusParser();
  const isPrecious = compilePrecious(look.precious);
  const changed: string[] = [];
  const untracked: string[] = [];
  const links: Buffer[] = [];
  const ignored: string[] = [];
  const strange: string[] = [];

  const onStdout = (chunk: Buffer): "more" | "stop" => {
    for (const entry of parser.feed(chunk)) {
      if (entry.kind === "changed") changed.push(entry.name.toString("utf8"));
      else if (entry.kind === "untracked") {
        if (untracked.length < MAX_COMPARED) links.push(Buffer.from(entry.name));
        untracked.push(entry.name.toString("utf8"));
      } else if (entry.kind === "strange") strange.push(entry.text);
      else if (entry.kind === "ignored" && deservesLook(entry.name, isPrecious))
        ignored.push(entry.name.toString("latin1"));
    }
    return changed.length + untracked.length + ignored.length >= ENOUGH ? "stop" : "more";
  };
  const answer = await look.git.read(STATUS_ARGUMENTS, {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
    onStdout,
  });

  const doubts: string[] = [];
  if (answer.kind === "refused" || answer.kind === "failed")
    doubts.push(`git status: ${whyNot(answer)}`);
  if (answer.kind === "ok") {
    doubts.push(...complaints(answer.stderr));
    if (parser.isCutOff()) doubts.push("git status: the answer was cut off");
  }
  if (strange[0] !== undefined) doubts.push(`git status: an entry makes no sense: ${strange[0]}`);

  if (untracked.length === links.length) await dropMainLinks(place, links, untracked);
  untracked.push(...(await worthKeeping(place, ignored)));
  const atLeast = answer.kind === "stopped";
  if (atLeast && changed.length + untracked.length === 0) {
    doubts.push("there are too many ignored files to look through");
  }
  return {
    findings: {
      ...(doubts[0] === undefined ? NOTHING : doubt(doubts.join("; "))),
      uncommitted: counted(changed, atLeast),
      untracked: counted(untracked, atLeast),
    },
    changedNames: new Set(changed),
  };
}

const SLASH = 0x2f;

function deservesLook(name: Buffer, isPrecious: (path: string) => boolean): boolean {
  if (name[name.length - 1] === SLASH) return true;
  const text = name.toString("utf8");
  return isPrecious(text) || /(^|\/)HEAD$/.test(text);
}

/** Takes links that set-up made out of the names, which are those of the candidates. */
async function dropMainLinks(
  place: Place,
  candidates: readonly Buffer[],
  names: string[],
): Promise<void> {
  const areLinks = await Promise.all(candidates.map((name) => isMainLink(place, name)));
  const kept = names.filter((_, at) => areLinks[at] !== true);
  names.splice(0, names.length, ...kept);
}

/** The ignored entries that would be missed: repositories, and precious files found nowhere else. */
async function worthKeeping(place: Place, ignored: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const [index, bytes] of withoutEnvironments(ignored).entries()) {
    const name = Buffer.from(bytes, "latin1");
    const text = name.toString("utf8");
    if (text.endsWith("/")) kept.push(text);
    else if (/(^|\/)HEAD$/.test(text)) {
      const directory = text.slice(0, -"HEAD".length);
      if (await isBareRepository(place.top, Buffer.from(directory))) kept.push(directory);
    } else if (index >= MAX_COMPARED || (await differsFromMain(place.top, place.main, name)))
      kept.push(text);
  }
  return kept;
}

/** A bare repository has no `.git` by which git would know it: its files look like any others. */
export async function isBareRepository(top: string, directory: Buffer): Promise<boolean> {
  const parts = await Promise.all(
    ["objects", "refs"].map((name) =>
      lstat(bytesPath(top, Buffer.concat([directory, Buffer.from(name)]))).catch(() => null),
    ),
  );
  return parts.every((part) => part?.isDirectory() === true);
}

/**
 * Complaints that make the answer doubtful although git ended well: a directory that could not be
 * opened may hold anything. Remarks about line ends and old settings do not, nor does what the user's
 * filters have to say.
 */
export function complaints(stderr: string): readonly string[] {
  return stderr
    .split("\n")
    .filter((line) => /^(warning|error|fatal): /.test(line))
    .filter((line) => !/CRLF|LF will be replaced|deprecated/.test(line))
    .slice(0, 3)
    .map((line) => `git status: ${line}`);
}
