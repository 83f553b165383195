import { access } from "node:fs/promises";
import type { BlockedWork, Session, UnsavedWork } from "@maestro/protocol";
import { AttachedClient } from "../attached-client.ts";
import { refusal } from "../refusal.ts";
import { retainedEntry } from "../retained-entries.ts";
import type { ScratchRepository } from "../scratch-repository.ts";
import { eventually, type TestDaemon } from "../test-daemon.ts";
import { type Asked, Place, type WorkCase } from "./work-case.ts";

/** What one way to end a tree came to: the counts that refused it, what keeps it, or that it went. */
export type Verdict = BlockedWork | string | null;

/** What every way came to, and what was said on the way. */
export interface Seen {
  readonly indicator: Verdict;
  readonly kill: Verdict;
  readonly exit: Verdict;
  readonly reclaim: Verdict;
  readonly words: readonly string[];
  /** The trees that stand in the end. */
  readonly left: readonly string[];
}

/** A case against one daemon. Nothing is judged here: what is seen is told. */
export class Surfaces {
  readonly #daemon: TestDaemon;
  readonly #repository: ScratchRepository;
  readonly #one: WorkCase;
  readonly #asked: Asked;
  #trees = 0;

  constructor(daemon: TestDaemon, repository: ScratchRepository, one: WorkCase, asked: Asked) {
    this.#daemon = daemon;
    this.#repository = repository;
    this.#one = one;
    this.#asked = asked;
  }

  look(): Promise<Seen> {
    return this.#one.outcome.kind === "guarded" ? this.#inOneTree() : this.#inTreesOfTheirOwn();
  }

  /** Work that refuses every end stays where it is, so that one tree goes through all of them. */
  async #inOneTree(): Promise<Seen> {
    const session = await this.#dirtied();
    const refused = await refusal(this.#kill(session));
    const kill = countsOf(refused.unsavedWork);
    const indicator = await this.#indicator(session, (work) => isSame(work, kill));
    const dead = await this.#exit(session);
    const kept = await this.#kept(session);
    const exit = kept === "exited-with-unsaved-work" ? dead.blocked_work : kept;
    const reclaim = countsOf((await refusal(this.#reclaim(session.cwd))).unsavedWork);
    await this.#kill(session, "true");
    const words = [
      refused.message,
      ...(refused.unsavedWork?.notes ?? []),
      await this.#kept(session),
    ];
    return { indicator, kill, exit, reclaim, words, left: [session.cwd] };
  }

  /** The indicator goes from a new file to nothing first: so it is known to have looked. */
  async #inTreesOfTheirOwn(): Promise<Seen> {
    const killed = await this.#dirtied();
    await this.#place(killed).put("zz-marker", "");
    await this.#indicator(killed, (work) => work?.untracked === 1);
    const notes = (await refusal(this.#kill(killed))).unsavedWork?.notes ?? [];
    await this.#place(killed).remove("zz-marker");
    const indicator = await this.#indicator(killed, (work) => work === null);
    await this.#kill(killed);
    const kill = await this.#kept(killed);

    const exited = await this.#dirtied();
    await this.#exit(exited);
    const exit = await this.#kept(exited);

    const left = kill === "gone" ? await this.#leftClear() : killed;
    const reclaim = await this.#reclaim(left.cwd, kill !== "gone").then(
      ({ rescue_ref }) => (rescue_ref === null ? this.#kept(left) : rescue_ref),
      (error: Error) => error.message,
    );
    const details = await Promise.all([killed, exited].map((one) => this.#detail(one)));
    const stands = [killed, exited].filter((_, at) => [kill, exit][at] !== "gone");
    const words = [...notes, ...details];
    return { indicator, kill, exit, reclaim, words, left: stands.map(({ cwd }) => cwd) };
  }

  /** Why the tree is kept, or "gone"; anything else is told as it is. */
  async #kept(session: Session): Promise<string> {
    const stands = await access(session.cwd).then(
      () => true,
      () => false,
    );
    const entry = await retainedEntry(this.#daemon, session.cwd);
    if (stands) return entry?.reason ?? "a tree without an entry";
    if (entry !== undefined) return "an entry without a tree";
    const at = this.#asked.base_repo ?? this.#repository.base;
    const branches = this.#repository.git(at, "branch", "--format=%(refname:short)").split("\n");
    return branches.includes(session.worktree?.branch ?? "") ? "gone" : "gone with its branch";
  }

  async #detail(session: Session): Promise<string> {
    return (await retainedEntry(this.#daemon, session.cwd))?.detail ?? "";
  }

  /** A fresh tree in which the case's work was done. */
  async #dirtied(): Promise<Session> {
    const session = await this.#fresh();
    await this.#one.work(this.#place(session));
    return session;
  }

  /** A tree that was left for a file that is gone by now. */
  async #leftClear(): Promise<Session> {
    const session = await this.#dirtied();
    await this.#place(session).put("zz-marker", "");
    await this.#kill(session, "true");
    await this.#place(session).remove("zz-marker");
    return session;
  }

  #fresh(): Promise<Session> {
    const branch = `tree-${++this.#trees}`;
    const { base } = this.#repository;
    const worktree = { base_repo: base, ...this.#asked, branch, create_branch: true };
    return this.#daemon.create({ command: "read -r l", worktree });
  }

  #place({ cwd, worktree }: Session): Place {
    return new Place(this.#repository, cwd, worktree?.branch ?? "");
  }

  /** Attaching makes the indicator look; what it shows last is answered. */
  async #indicator(
    { id }: Session,
    isRight: (work: Session["blocked_work"]) => boolean,
  ): Promise<Session["blocked_work"]> {
    let last: Session["blocked_work"] = null;
    await eventually(async () => {
      const client = await AttachedClient.open(this.#daemon, id, { show: false, record: false });
      await client.close();
      last = (await this.#daemon.api.getSession({ params: { id } })).blocked_work;
      if (!isRight(last)) throw new Error("not yet");
    }).catch(() => {});
    return last;
  }

  #kill({ id }: Session, force?: "true"): Promise<void> {
    const query = force === undefined ? {} : { force };
    return this.#daemon.api.killSession({ params: { id }, query });
  }

  #reclaim(path: string, force = false) {
    return this.#daemon.api.reclaimWorktree({ body: { path, force } });
  }

  /** The command ends by itself: it still ran, whatever was refused before. */
  async #exit({ id }: Session): Promise<Session> {
    await this.#daemon.api.sendInput({ params: { id }, body: { text: "", submit: true } });
    return this.#daemon.until(id, ({ settled }) => settled === true);
  }
}

function isSame(one: BlockedWork | null, other: BlockedWork | null): boolean {
  return JSON.stringify(countsOf(one)) === JSON.stringify(countsOf(other));
}

/** The counts alone, as the indicator shows them. */
export function countsOf(work: UnsavedWork | BlockedWork | null): BlockedWork | null {
  if (work === null) return null;
  const { uncommitted, untracked, unpushed, in_progress, unknown } = work;
  return { uncommitted, untracked, unpushed, in_progress, unknown };
}
