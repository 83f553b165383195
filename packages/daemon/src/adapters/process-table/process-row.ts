/** One process as a table of processes shows it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** True for the first process of a terminal's (or daemon's) process session. */
  readonly leadsSession: boolean;
  /** The first process of its process session, or null where the system does not tell. */
  readonly session: number | null;
  /** The system's word for its controlling terminal, or null without one. */
  readonly terminal: string | null;
  /** The group in the foreground of that terminal; 0 where there is none. */
  readonly foregroundGroup: number;
  /** False for what is left of an ended process until its parent asks for it. */
  readonly alive: boolean;
  /** True for one that waits for something to happen: it wants no CPU, and was not stopped. */
  readonly sleeps: boolean;
  /** When it started, in the table's own unit: greater is newer. */
  readonly started: number;
  readonly cpuMs: number;
  readonly threads: number;
  /** The kernel's short name for it, unclean: a program may set any bytes. */
  readonly comm: string;
}

/** A look at the process table: each process is read at most once, and stays as it was then. */
export interface ProcessView {
  find(pid: number): ProcessRow | null;
  childrenOf(parent: ProcessRow): readonly ProcessRow[];
  all(): readonly ProcessRow[];
}

/** The processes of the given trees, roots included, each once; what `prune` names is not entered. */
export function treesOf(
  view: ProcessView,
  roots: Iterable<ProcessRow>,
  prune?: number,
): ReadonlyMap<number, ProcessRow> {
  const seen = new Map<number, ProcessRow>();
  const waiting = [...roots];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (row.pid === prune || seen.has(row.pid)) continue;
    seen.set(row.pid, row);
    // The kernel gives a process's children away before it becomes a zombie.
    if (row.alive) waiting.push(...view.childrenOf(row));
  }
  return seen;
}

/** The processes of a whole table under the pid of their parent. */
export function childrenByParent(
  rows: Iterable<ProcessRow>,
): ReadonlyMap<number, readonly ProcessRow[]> {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings === undefined) children.set(row.parent, [row]);
    else siblings.push(row);
  }
  return children;
}
