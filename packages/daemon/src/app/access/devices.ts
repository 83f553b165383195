import { randomUUID } from "node:crypto";
import { MaestroError } from "../../domain/maestro-error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DeviceRecord } from "../../ports/device-record.ts";
import type { Log } from "../../ports/log.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { fingerprintOf, newSecret } from "./secrets.ts";

/** How old the time of last use on disk may be: a write for every request would wear for nothing. */
const LAST_USE_STALE_MS = 60 * 60_000;

/** What devices are kept with. */
export interface DevicesDeps {
  readonly store: RecordStore<DeviceRecord>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The signed-in devices. */
export class Devices {
  readonly #deps: DevicesDeps;
  readonly #byId = new Map<string, DeviceRecord>();
  readonly #byHash = new Map<string, string>();
  readonly #writtenUse = new Map<string, number>();
  /** Writes and removals go one after another, so that a late write cannot revive a device. */
  #lane: Promise<void> = Promise.resolve();

  private constructor(deps: DevicesDeps, records: readonly DeviceRecord[]) {
    this.#deps = deps;
    for (const record of records) this.#keep(record);
  }

  /** Reads the devices of earlier runs. */
  static async load(deps: DevicesDeps): Promise<Devices> {
    return new Devices(deps, (await deps.store.load()).records);
  }

  list(): readonly DeviceRecord[] {
    return [...this.#byId.values()].sort((one, other) => one.createdAt - other.createdAt);
  }

  /** A new device and its token, which is shown this once. */
  async add(name: string): Promise<{ readonly device: DeviceRecord; readonly token: string }> {
    const token = newSecret();
    const device: DeviceRecord = {
      id: randomUUID(),
      name: printable(name),
      tokenHash: fingerprintOf(token),
      createdAt: this.#deps.clock.now(),
      lastUsedAt: null,
    };
    await this.#inLane(() => this.#deps.store.write(device));
    this.#keep(device);
    return { device, token };
  }

  /** The device that this token belongs to, or null. Notes the use. */
  identify(token: string): DeviceRecord | null {
    // Looked up by hash: how long that takes depends on a hash that nobody can steer.
    const id = this.#byHash.get(fingerprintOf(token));
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known === undefined) return null;
    const used = { ...known, lastUsedAt: this.#deps.clock.now() };
    this.#byId.set(used.id, used);
    this.#writeUse(used);
    return used;
  }

  /** Signs a device out. Its token is void at once, before anything else can happen. */
  async remove(id: string): Promise<void> {
    const device = this.#byId.get(id);
    if (device === undefined) {
      throw new MaestroError(
        "not_found",
        `There is no signed-in device ${id}. "maestro devices" lists those there are.`,
      );
    }
    this.#byId.delete(id);
    this.#byHash.delete(device.tokenHash);
    this.#writtenUse.delete(id);
    try {
      await this.#inLane(() => this.#deps.store.remove(id));
    } catch (error) {
      // Still listed, so that signing out can be tried again before a restart brings it back.
      this.#byId.set(id, device);
      throw error;
    }
  }

  #keep(device: DeviceRecord): void {
    this.#byId.set(device.id, device);
    this.#byHash.set(device.tokenHash, device.id);
    this.#writtenUse.set(device.id, device.lastUsedAt ?? 0);
  }

  #writeUse(device: DeviceRecord): void {
    const usedAt = device.lastUsedAt ?? 0;
    if (usedAt - (this.#writtenUse.get(device.id) ?? 0) < LAST_USE_STALE_MS) return;
    this.#writtenUse.set(device.id, usedAt);
    this.#inLane(() => this.#deps.store.write(device)).catch((error: unknown) => {
      this.#deps.log.warn("could not note the use of a device", {
        device: device.id,
        reason: error instanceof Error ? error.message : String(error),
      });
    });
  }

  #inLane(task: () => Promise<void>): Promise<void> {
    const done = this.#lane.then(task);
    this.#lane = done.catch(() => {});
    return done;
  }
}

function printable(name: string): string {
  return name.replaceAll(/\p{Cc}+/gu, " ").trim() || "unnamed";
}
