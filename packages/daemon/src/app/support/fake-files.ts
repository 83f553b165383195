import type { SessionId } from "../../domain/session.ts";
import type { Snapshot } from "../../ports/screen-models.ts";
import type {
  BootMemory,
  FinalScreens,
  InputNote,
  InputNotes,
  Paths,
  SpawnEntry,
  SpawnHistory,
} from "../../ports/session-files.ts";

/** Directories that exist because a test says so, all on device 7 unless said otherwise. */
export class FakePaths implements Paths {
  readonly unusable = new Map<string, string>();
  readonly missing = new Set<string>();
  device = 7;

  async directory(path: string): ReturnType<Paths["directory"]> {
    const reason = this.missing.has(path) ? "it does not exist" : this.unusable.get(path);
    return reason === undefined
      ? { kind: "directory", device: this.device }
      : { kind: "unusable", reason };
  }

  async isGone(path: string, device: number | null): Promise<boolean> {
    return this.missing.has(path) && device === this.device;
  }
}

/** The last screens of sessions, in memory. */
export class MemoryScreens implements FinalScreens {
  readonly kept = new Map<SessionId, Snapshot>();
  failure: Error | null = null;

  async write(id: SessionId, screen: Snapshot): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.kept.set(id, screen);
  }

  async read(id: SessionId): Promise<Snapshot | null> {
    return this.kept.get(id) ?? null;
  }

  async remove(id: SessionId): Promise<void> {
    this.kept.delete(id);
  }
}

/** What was typed, in memory. */
export class MemoryNotes implements InputNotes {
  readonly kept = new Map<SessionId, InputNote>();
  readonly written: InputNote["waiting"][] = [];
  failure: Error | null = null;

  async read(id: SessionId): Promise<InputNote | null> {
    return this.kept.get(id) ?? null;
  }

  async write(id: SessionId, note: InputNote): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.written.push(note.waiting);
    this.kept.set(id, note);
  }
}

/** The spawn history, in memory. */
export class MemoryHistory implements SpawnHistory {
  readonly entries: SpawnEntry[] = [];
  failure: Error | null = null;

  async append(entry: SpawnEntry): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.entries.push(entry);
  }

  async read(): Promise<readonly SpawnEntry[]> {
    return this.entries;
  }
}

/** Which boot it is, as a test says. */
export class FakeBoot implements BootMemory {
  current: string | null = "boot-one";
  stored: string | null = "boot-one";
  readFailure: Error | null = null;
  storeFailure: Error | null = null;

  async read(): ReturnType<BootMemory["read"]> {
    if (this.readFailure !== null) throw this.readFailure;
    return { current: this.current, stored: this.stored };
  }

  async store(current: string): Promise<void> {
    if (this.storeFailure !== null) throw this.storeFailure;
    this.stored = current;
  }
}
