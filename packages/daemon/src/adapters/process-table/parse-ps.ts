import type { ProcessRow } from "./process-row.ts";

/**
 * The columns asked of `ps`, each without a heading: POSIX's and the few that procps and the BSDs
 * share. `ucomm` is the short name on all of them, where `comm` is a path on macOS. It stands last,
 * since alone it may hold blanks.
 */
export const PS_COLUMNS: readonly string[] = [
  "pid",
  "ppid",
  "pgid",
  "tpgid",
  "tty",
  "stat",
  "time",
  "lstart",
  "ucomm",
].flatMap((column) => ["-o", `${column}=`]);

const LINE = new RegExp(
  [
    /^ *(?<pid>\d+)/,
    /(?<parent>\d+)/,
    /(?<group>\d+)/,
    /(?<foreground>-?\d+)/,
    /(?<tty>\S+)/,
    /(?<state>[A-Za-z]\S*)/,
    /(?<time>[\d:.-]+)/,
    /[A-Z][a-z]{2} +(?<month>[A-Z][a-z]{2}) +(?<day>\d+) +(?<clock>\d+:\d+:\d+) +(?<year>\d{4})(?: (?<comm>.*))?$/,
  ]
    .map((part) => part.source)
    .join(" +"),
  "u",
);

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * Parses what `ps` printed with those columns, in the C locale and UTC. Lines of another form are
 * skipped, and a pid counts once, so that a name with a line break adds no second life to another.
 */
export function parsePs(text: string): ReadonlyMap<number, ProcessRow> {
  const rows = new Map<number, ProcessRow>();
  for (const line of text.split("\n")) {
    const row = parseLine(line);
    if (row !== null && !rows.has(row.pid)) rows.set(row.pid, row);
  }
  return rows;
}

function parseLine(line: string): ProcessRow | null {
  const groups = LINE.exec(line)?.groups;
  if (groups === undefined) return null;
  const word = (name: string): string => groups[name] ?? "";
  const pid = Number(word("pid"));
  const cpuMs = parseCpuTime(word("time"));
  const [hours, minutes, seconds] = word("clock").split(":").map(Number);
  const month = MONTHS.indexOf(word("month"));
  if (cpuMs === null || month === -1 || pid === 0 || !Number.isSafeInteger(pid)) return null;
  const state = word("state");
  return {
    pid,
    parent: Number(word("parent")),
    group: Number(word("group")),
    session: null,
    leadsSession: state.includes("s"),
    terminal: /^[?-]+$/.test(word("tty")) ? null : word("tty"),
    foregroundGroup: Math.max(0, Number(word("foreground"))),
    alive: !/^[ZX]/i.test(state),
    sleeps: /^[SI]/.test(state),
    started: Date.UTC(Number(word("year")), month, Number(word("day")), hours, minutes, seconds),
    cpuMs,
    threads: 1,
    comm: word("comm"),
  };
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`: procps counts whole seconds, macOS hundredths. */
export function parseCpuTime(text: string): number | null {
  const parts = /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text);
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return Math.round(total * 1000);
}
