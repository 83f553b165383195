import { treesOf, type ProcessRow, type ProcessView } from "./process-row.ts";

/** What runs in the foreground of a pane. */
export interface ForegroundJob {
  readonly program: ProcessRow | null;
  readonly cpuMs: number;
  /** The processes that this was seen from. */
  readonly seenFrom: readonly number[];
}

/**
 * The foreground job of a pane whose process is our wrapper. A command that made no process group
 * of its own shares the wrapper's; a shell with job control gives each job a group, which the
 * terminal then names.
 */
export function foregroundJob(view: ProcessView, pane: ProcessRow): ForegroundJob {
  const group = pane.foregroundGroup;
  if (group === 0) return { program: null, cpuMs: 0, seenFrom: [] };
  const inPane = treesOf(view, view.childrenOf(pane));
  if (group === pane.group) {
    const commands = view.childrenOf(pane).filter((row) => row.alive);
    const ofGroup = commands.filter((row) => row.group === group);
    const program = newest(ofGroup.length > 0 ? ofGroup : commands);
    return { program, cpuMs: cpuOf(inPane.values()), seenFrom: [...inPane.keys()] };
  }
  const members = membersOf(view, group, inPane.values());
  const leader = members.find((row) => row.pid === group && row.alive);
  const ofJob = treesOf(view, members);
  return {
    program: leader ?? oldest(members.filter((row) => row.alive)),
    cpuMs: cpuOf(ofJob.values()),
    seenFrom: [...new Set([...inPane.keys(), ...ofJob.keys()])],
  };
}

/**
 * Members are looked for in the pane's own tree, and in the whole table only where none lives there:
 * a job that lost its parents. A walk for every pane would cost more than the rest of a tick.
 */
function membersOf(
  view: ProcessView,
  group: number,
  inPane: Iterable<ProcessRow>,
): readonly ProcessRow[] {
  const near = [...inPane].filter((row) => row.group === group);
  const leader = view.find(group);
  if (leader?.group === group && !near.includes(leader)) near.push(leader);
  if (near.some((row) => row.alive)) return near;
  return view.all().filter((row) => row.group === group);
}

function cpuOf(rows: Iterable<ProcessRow>): number {
  let sum = 0;
  for (const row of rows) sum += row.cpuMs;
  return sum;
}

/** Started within one tick of the clock, the greater pid is the newer, but where pids wrapped. */
function newerFirst(left: ProcessRow, right: ProcessRow): number {
  return right.started - left.started || right.pid - left.pid;
}

function newest(rows: readonly ProcessRow[]): ProcessRow | null {
  return rows.toSorted(newerFirst)[0] ?? null;
}

function oldest(rows: readonly ProcessRow[]): ProcessRow | null {
  return rows.toSorted(newerFirst).at(-1) ?? null;
}
