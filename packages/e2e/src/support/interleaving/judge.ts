import { type Session, sessionName } from "@maestro/protocol";
import type { Step } from "./plan.ts";
import { lineOf } from "./player.ts";
import { mayHave, type Settable, type Taken, type Tracked } from "./tracked.ts";

/** What is on the machine for one tracked session, once everything is at rest. */
export interface Found {
  readonly session: Session | null;
  readonly treeThere: boolean;
  readonly hasEntry: boolean;
  /** Every line its program has read. */
  readonly lines: readonly string[];
}

type OfKind<K extends Step["kind"]> = Taken & { readonly step: Extract<Step, { kind: K }> };

const isOk = ({ answer }: Taken): boolean => answer.kind === "ok";

/** The steps of a burst on one session, sorted by what they may have done. */
class Happened {
  readonly taken: readonly Taken[];

  constructor(taken: readonly Taken[]) {
    this.taken = taken;
  }

  all<K extends Step["kind"]>(kind: K): readonly OfKind<K>[] {
    return this.taken.filter((one): one is OfKind<K> => one.step.kind === kind);
  }

  may<K extends Step["kind"]>(kind: K): readonly OfKind<K>[] {
    return this.all(kind).filter(mayHave);
  }

  ok<K extends Step["kind"]>(kind: K): readonly OfKind<K>[] {
    return this.all(kind).filter(isOk);
  }

  sent(what: "line" | "work" | "exit"): readonly OfKind<"send">[] {
    return this.may("send").filter(({ step }) => step.what === what);
  }
}

/** What is wrong with one session after a burst, by what was known before and what was found. */
export function judge(before: Tracked, taken: readonly Taken[], found: Found): string[] {
  const happened = new Happened(taken);
  const wrong = [
    ...refusals(before, happened),
    ...presence(before, happened, found),
    ...tree(before, happened, found),
    ...(found.session === null ? [] : values(before, happened, found.session)),
    ...typed(before, happened, found),
  ];
  return wrong.map((what) => `${before.id}: ${what}`);
}

function refusals(before: Tracked, happened: Happened): string[] {
  const wasDead = before.session?.status === "dead";
  const ended = wasDead || happened.sent("exit").length > 0;
  const killed = before.session === null || happened.may("kill").length > 0;
  const worked = before.work !== "none" || happened.sent("work").length > 0;
  const started = happened.may("resume").length > 0;
  const reclaimed = happened.may("reclaim").length > 0;
  const due: Record<string, (step: Step) => boolean> = {
    not_found: ({ kind }) =>
      kind === "reclaim"
        ? !wasDead || before.work !== "held" || killed || started || reclaimed
        : killed,
    not_running: () => ended || killed,
    not_delivered: () => ended || killed,
    closed: () => ended || killed,
    already_running: () => !wasDead || started,
    kill_guarded: (step) => step.kind === "kill" && !step.force && worked,
    worktree_guarded: (step) => step.kind === "reclaim" && !step.force && worked,
    worktree_in_use: () => !wasDead || started,
  };
  return happened.taken.flatMap(({ step, answer }) => {
    if (answer.kind !== "refused" || due[answer.code]?.(step) === true) return [];
    return [`${JSON.stringify(step)} was refused with ${answer.code}: ${answer.says}`];
  });
}

function presence(before: Tracked, happened: Happened, { session, lines }: Found): string[] {
  const wrong: string[] = [];
  const kills = happened.ok("kill");
  if (kills.length > 1) wrong.push(`it was killed ${kills.length} times`);
  if (kills.length > 0 && session !== null) wrong.push("it was killed and is there");
  if (before.session === null && session !== null) wrong.push("it was removed and came back");
  if (before.session !== null && session === null && happened.may("kill").length === 0) {
    wrong.push("it vanished");
  }
  if (before.session === null || session === null) return wrong;
  const exits = happened.sent("exit");
  const resumes = happened.may("resume");
  const { status, settled } = session;
  if (status === "dormant") wrong.push("it is dormant");
  if (status === "dead" && settled !== true) wrong.push("it does not settle");
  if (before.session.status === "running" && exits.length === 0 && status !== "running") {
    wrong.push(`it ran and is ${status}`);
  }
  if (before.session.status === "dead" && resumes.length === 0 && status !== "dead") {
    wrong.push(`it was dead and is ${status}`);
  }
  if (exits.some(isOk) && resumes.length === 0 && status !== "dead") {
    wrong.push(`it did not end; it read ${JSON.stringify(lines.slice(-4))}`);
  }
  if (happened.ok("resume").length > 0 && exits.length === 0 && status !== "running") {
    wrong.push("it was resumed and does not run");
  }
  return wrong;
}

function tree(before: Tracked, happened: Happened, found: Found): string[] {
  const { session, treeThere, hasEntry } = found;
  const wrong: string[] = [];
  if (session !== null && (session.worktree !== null) !== treeThere && before.path !== null) {
    wrong.push(`its tree ${treeThere ? "is there and it holds none" : "is gone and it holds one"}`);
  }
  const runs = session?.status === "running";
  if (hasEntry && (runs || !treeThere))
    wrong.push(`an entry for a tree that ${runs ? "is in use" : "is gone"}`);
  if (treeThere && !runs && !hasEntry) wrong.push("its tree is left and no entry names it");
  const reclaims = happened.may("reclaim");
  const unforced = happened.ok("kill").filter(({ step }) => !step.force);
  if (before.treeThere && before.work === "held" && reclaims.length === 0) {
    if (!treeThere) wrong.push("its tree held work and is gone");
    if (unforced.length > 0) wrong.push("it was killed over unsaved work without force");
  }
  const wasMaking = happened.all("resume").some(({ answer }) => answer.kind === "cut");
  const pristine = before.work === "none" && happened.sent("work").length === 0 && !wasMaking;
  if (pristine && treeThere && !runs) wrong.push("its tree held nothing and is still there");
  return wrong;
}

function values(before: Tracked, happened: Happened, session: Session): string[] {
  const wrong: string[] = [];
  const names = mayBe(before.name, happened.may("rename"), (token) => `name ${token}`);
  if (!names.includes(sessionName(session))) {
    wrong.push(`it is called ${sessionName(session)}, not ${names.join(" or ")}`);
  }
  const clients = new Set(happened.may("metadata").map(({ client }) => client));
  for (const client of new Set([...clients, ...[...before.marks.keys()].map(Number)])) {
    const key = `mark${client}`;
    const writes = happened.may("metadata").filter((one) => one.client === client);
    const old = before.marks.get(`${client}`) ?? { may: [undefined] };
    const marks = mayBe(old, writes, (token) => token);
    if (!marks.includes(session.metadata[key])) {
      wrong.push(`${key} is ${JSON.stringify(session.metadata[key])}, not ${marks.join(" or ")}`);
    }
  }
  return wrong;
}

/** Of each client its last answered write and those cut off behind it; the old value if none is answered. */
function mayBe(old: Settable, writes: readonly Taken[], valueOf: (token: string) => unknown) {
  const clients = new Set(writes.map(({ client }) => client));
  const last = [...clients].flatMap((client) => {
    const own = writes.filter((one) => one.client === client);
    return own.slice(Math.max(0, own.findLastIndex(isOk)));
  });
  return [...(writes.some(isOk) ? [] : old.may), ...last.map(({ token }) => valueOf(token))];
}

/** What was sent arrived once where it was answered and the program went on, and never twice. */
function typed(before: Tracked, happened: Happened, { session, lines }: Found): string[] {
  const goesOn =
    session?.status === "running" &&
    before.session?.status === "running" &&
    happened.sent("exit").length === 0;
  return happened.may("send").flatMap((taken) => {
    const line = lineOf(taken.step.what, taken.token);
    if (taken.step.what === "exit") return [];
    const times = lines.filter((one) => one === line).length;
    if (times > 1) return [`"${line}" was typed ${times} times`];
    return times === 0 && isOk(taken) && goesOn ? [`"${line}" was answered and not typed`] : [];
  });
}
