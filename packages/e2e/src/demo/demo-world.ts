import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { AttachedClient } from "../support/attached-client.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { askTmux } from "../support/session-tmux.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { TRANSCRIPTS } from "./transcripts.ts";

/** A home whose paths read as a person's own. */
const HOME = "/home/sam";

const BACKOFF = `use std::time::Duration;
use rand::random;

/// Exponential backoff with bounded jitter.
pub struct Backoff {
    base: Duration,
    limit: u32,
}

impl Backoff {
    /// How long to wait before try \`n\`, counted from zero.
    pub fn wait(&self, n: u32) -> Duration {
        let wait = base * 2u32.pow(n) + random_ms();
        wait.min(MAX_WAIT)
    }
}
`;

const BACKOFF_AFTER = `use std::time::Duration;
use crate::clock::Clock;
use crate::jitter::Jitter;

/// Exponential backoff with bounded jitter.
pub struct Backoff<C: Clock> {
    base: Duration,
    limit: u32,
    clock: C,
    jitter: Jitter,
}

impl<C: Clock> Backoff<C> {
    /// How long to wait before try \`n\`, counted from zero.
    pub fn wait(&mut self, n: u32) -> Duration {
        let wait = self.base * 2u32.pow(n);
        let wait = wait + self.jitter.next(wait / 4);
        wait.min(MAX_WAIT)
    }

    /// Sleeps on the injected clock, so a test pays no wall time.
    pub async fn pause(&mut self, n: u32) {
        let wait = self.wait(n);
        self.clock.sleep(wait).await;
    }
}
`;

/** A daemon with the sessions of a busy afternoon, for pictures. */
export class DemoWorld {
  readonly daemon: TestDaemon;
  readonly sessions = new Map<string, Session>();

  private constructor(daemon: TestDaemon) {
    this.daemon = daemon;
  }

  static async start(): Promise<DemoWorld> {
    await rm(HOME, { recursive: true, force: true });
    await mkdir(join(HOME, "bin"), { recursive: true });
    for (const agent of ["claude", "codex", "gemini", "opencode"]) {
      const path = join(HOME, "bin", agent);
      await writeFile(
        path,
        '#!/bin/sh\ncat "$DEMO"\n[ -z "$EXIT" ] || exit "$EXIT"\nexec sleep 100000\n',
      );
      await chmod(path, 0o755);
    }
    for (const [name, text] of Object.entries(TRANSCRIPTS)) {
      await put(join(HOME, "demo", name), text);
    }
    await put(join(HOME, "demo", "empty"), "");
    const daemon = await TestDaemon.start({ HOME, PATH: `${HOME}/bin:${process.env["PATH"]}` });
    return new DemoWorld(daemon);
  }

  /** Starts the sessions, the one that has waited longest first. */
  async fill(): Promise<void> {
    const atlas = await this.#repository("atlas");
    const harbor = await this.#repository("harbor-api");
    const notes = await this.#repository("fieldnotes");
    await this.#start(notes, "Photo import", { branch: "photo-import", agent: "claude" });
    await this.#cutOff("Photo import");
    await this.#start(harbor, "Drop legacy auth", {
      branch: "drop-legacy-auth",
      agent: "claude",
      shows: "auth",
    });
    await this.#start(atlas, "Flaky retry test", {
      branch: "fix/flaky-retry",
      agent: "claude",
      shows: "retry",
    });
    await this.#start(atlas, "Tile cache eviction", {
      branch: "tile-cache-lru",
      agent: "codex",
      shows: "cache",
    });
    await this.#start(atlas, "Bench the decoder", {
      branch: "bench/decoder",
      agent: "codex",
      shows: "decoder",
      exit: "101",
    });
    await this.#start(atlas, "", { agent: "bash" });
    await this.#start(harbor, "Rate limits per token", {
      branch: "rate-limits",
      agent: "codex",
      shows: "limits",
    });
    await this.#start(harbor, "OpenAPI client", { branch: "openapi-client", agent: "gemini" });
    await this.#start(notes, "Offline sync", { branch: "offline-sync", agent: "opencode" });
    const tree = this.sessions.get("Flaky retry test")?.worktree?.path ?? "";
    await put(join(tree, "src/backoff.rs"), BACKOFF_AFTER);
    await put(
      join(tree, "src/retry.rs"),
      "use crate::backoff::Backoff;\nuse crate::clock::{Clock, Wall};\n",
    );
    await put(join(tree, "tests/fixtures/clock.json"), '{ "ticks": [1, 2, 4, 8] }\n');
    atlas.git(tree, "commit", "-q", "--allow-empty", "-m", "Seed the jitter");
    atlas.git(tree, "commit", "-q", "--allow-empty", "-m", "Make the backoff clock injectable");
    await this.#retain(atlas, "Range index", "feat/range-index");
    await this.#retain(harbor, "Vendor refresh", "vendor-refresh");
    await this.report();
    // A worktree is looked at when somebody attaches, else only where something happens.
    const id = this.id("Flaky retry test");
    const client = await AttachedClient.open(this.daemon, id, { claim: false });
    await this.daemon.until(id, (one) => one.blocked_work !== null);
    await client.close();
  }

  id(name: string): string {
    return this.sessions.get(name)?.id ?? "";
  }

  /** What the agents say of themselves, in the order in which they came to say it. */
  async report(): Promise<void> {
    const reports = [
      [
        "Drop legacy auth",
        "awaiting_input",
        "Which caller of /v1/login moves first: web or mobile?",
      ],
      [
        "Flaky retry test",
        "awaiting_input",
        "Run: for i in $(seq 400); do cargo test retry:: -q || break; done",
      ],
      ["Rate limits per token", "error", "Provider overloaded; gave up after 6 tries"],
      ["Tile cache eviction", "active", "writing eviction"],
      ["OpenAPI client", "active", "generating"],
      ["Offline sync", "idle", undefined],
    ] as const;
    for (const [name, state, detail] of reports) {
      const body = { state, ...(detail === undefined ? {} : { detail }) };
      await this.daemon.api.report({ params: { id: this.id(name) }, body });
      // The order of the strip is that of the waits, in whole milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    }
  }

  /** Has a further session ask now; a name that is known asks something new. */
  async ask(name: string, detail: string): Promise<void> {
    if (!this.sessions.has(name)) {
      const cwd = join(HOME, "code/gate-infra");
      await mkdir(cwd, { recursive: true });
      const env = { DEMO: join(HOME, "demo/terraform"), EXIT: "" };
      this.sessions.set(name, await this.daemon.create({ cwd, command: ["claude"], name, env }));
      await this.daemon.untilScreen(this.id(name), "No, and say");
    }
    const report = (body: { state: "active" | "awaiting_input"; detail?: string }) =>
      this.daemon.api.report({ params: { id: this.id(name) }, body });
    await report({ state: "active" });
    await report({ state: "awaiting_input", detail });
  }

  async destroy(): Promise<void> {
    await this.daemon.destroy();
    await rm(HOME, { recursive: true, force: true });
  }

  async #repository(name: string): Promise<ScratchRepository> {
    const repository = await ScratchRepository.make({ home: HOME }, name);
    await put(join(repository.base, "src/backoff.rs"), BACKOFF);
    await put(join(repository.base, "src/retry.rs"), "use crate::backoff::Backoff;\n");
    repository.commit(repository.base, "Retry with backoff");
    repository.git(repository.base, "push", "-q", "origin", "main");
    return repository;
  }

  async #start(
    repository: ScratchRepository,
    name: string,
    how: { branch?: string; agent: string; shows?: string; exit?: string },
  ): Promise<void> {
    const { branch, agent, shows = "empty", exit = "" } = how;
    const session = await this.daemon.create({
      cwd: repository.base,
      command: agent === "bash" ? "bash --norc" : [agent],
      ...(name === "" ? {} : { name }),
      env: { DEMO: join(HOME, "demo", shows), EXIT: exit },
      cols: 80,
      rows: 40,
      ...(branch === undefined
        ? {}
        : { worktree: { base_repo: repository.base, branch, create_branch: true } }),
    });
    this.sessions.set(name, session);
  }

  async #retain(repository: ScratchRepository, name: string, branch: string): Promise<void> {
    await this.#start(repository, name, { branch, agent: "claude" });
    const session = this.sessions.get(name);
    const tree = session?.worktree?.path ?? "";
    await put(join(tree, "src/index/range.rs"), "pub struct Range;\n");
    await put(join(tree, "src/retry.rs"), "// range\n");
    repository.git(
      tree,
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "Range index behind a feature flag",
    );
    await this.daemon.api.killSession({ params: { id: this.id(name) }, query: { force: "true" } });
  }

  /** What a reboot does to a session. */
  async #cutOff(name: string): Promise<void> {
    const id = this.id(name);
    await this.daemon.down();
    await askTmux(this.daemon, id, "kill-server");
    await this.daemon.up();
    await eventually(() => this.daemon.until(id, (one) => one.status !== "running"));
  }
}
