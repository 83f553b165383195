import type { Session } from "@maestro/protocol";
import { type Mark, countMarks, MARKS, markOf } from "./mark.ts";
import { nameOf, programOf } from "./words.ts";

/** Sessions of one directory: a worktree of their own, or the checkout. */
export interface TreeGroup {
  /** null for sessions in the project's own checkout. */
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly sessions: readonly Session[];
}

/** A repository or directory with the sessions in it. */
export interface TreeProject {
  readonly root: string;
  readonly groups: readonly TreeGroup[];
  readonly sessions: readonly Session[];
  readonly counts: ReadonlyMap<Mark, number>;
}

/** Above so many sessions a row is one line and projects can be folded. */
export const DENSE_FROM = 41;

/** The main checkout that a session belongs to, else the directory it was started in. */
export function projectRoot(session: Session): string {
  return session.worktree?.base_repo ?? session.repo?.root ?? session.cwd;
}

/** The branch that a session was made for. */
export function branchOf(session: Session): string | null {
  return session.worktree?.branch ?? session.repo?.branch ?? null;
}

/** Projects by name, sessions in the order in which they came, so that nothing moves by itself. */
export function buildTree(sessions: Iterable<Session>): readonly TreeProject[] {
  const byRoot = new Map<string, Session[]>();
  for (const session of [...sessions].sort(byAge)) {
    const root = projectRoot(session);
    const known = byRoot.get(root);
    if (known === undefined) byRoot.set(root, [session]);
    else known.push(session);
  }
  return [...byRoot]
    .map(([root, members]) => ({
      root,
      sessions: members,
      groups: groupsOf(members),
      counts: countMarks(members),
    }))
    .sort((a, b) => lastPart(a.root).localeCompare(lastPart(b.root)) || (a.root < b.root ? -1 : 1));
}

/** True where a session is meant by what was typed into the filter: every word, anywhere. */
export function matchesFilter(session: Session, filter: string): boolean {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return true;
  const where = [
    nameOf(session),
    branchOf(session) ?? "",
    projectRoot(session),
    programOf(session),
    session.activity_detail?.slice(0, 500) ?? "",
  ]
    .join("\n")
    .toLowerCase();
  return words.every((word) => where.includes(word) || isIdPrefix(word, session.id));
}

/** Short ones would find sessions by chance. */
function isIdPrefix(word: string, id: string): boolean {
  return word.length >= 4 && id.startsWith(word);
}

/** Sessions as a dense project lists them: by mark, then by age. */
export function byMark(sessions: readonly Session[]): readonly Session[] {
  return [...sessions].sort((a, b) => MARKS.indexOf(markOf(a)) - MARKS.indexOf(markOf(b)));
}

function groupsOf(sessions: readonly Session[]): TreeGroup[] {
  const groups = new Map<string | null, Session[]>();
  for (const session of sessions) {
    const worktree = session.worktree?.path ?? null;
    // What runs in the checkout itself stands alone: only a shared tree is a group.
    const key = worktree ?? `session ${session.id}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [session]);
    else known.push(session);
  }
  return [...groups.values()].map((members) => ({
    worktree: members[0]?.worktree?.path ?? null,
    branch: members[0] === undefined ? null : branchOf(members[0]),
    sessions: members,
  }));
}

function byAge(a: Session, b: Session): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1);
}

function lastPart(path: string): string {
  return path.split("/").at(-1) ?? path;
}
