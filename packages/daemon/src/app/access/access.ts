import { MaestroError } from "../../domain/maestro-error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DeviceRecord } from "../../ports/device-record.ts";
import type { Log } from "../../ports/log.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { SecretFile } from "../../ports/secret-file.ts";
import { Devices } from "./devices.ts";
import { type LoginCode, LoginLinks } from "./login-links.ts";
import { loadOwnerToken } from "./owner-token.ts";
import { sameSecret } from "./secrets.ts";
import { sessionTicket } from "./session-ticket.ts";

/** Whom a token belongs to. A `session` may speak for itself and do nothing else. */
export type Caller =
  | { readonly kind: "owner" }
  | { readonly kind: "device"; readonly id: string }
  | { readonly kind: "session"; readonly id: string };

/** What access is kept with. */
export interface AccessDeps {
  readonly tokenFile: SecretFile;
  readonly deviceStore: RecordStore<DeviceRecord>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who may call the daemon. */
export class Access {
  readonly #ownerToken: string;
  readonly #devices: Devices;
  readonly #links: LoginLinks;

  private constructor(ownerToken: string, devices: Devices, links: LoginLinks) {
    this.#ownerToken = ownerToken;
    this.#devices = devices;
    this.#links = links;
  }

  /** Reads, or makes, the owner's token and reads the devices. */
  static async open(deps: AccessDeps): Promise<Access> {
    const { deviceStore: store, clock, log } = deps;
    const ownerToken = await loadOwnerToken(deps.tokenFile);
    return new Access(ownerToken, await Devices.load({ store, clock, log }), new LoginLinks(clock));
  }

  /**
   * Whom the token belongs to, or null. `sessionId` is the session that the call is about: a
   * session's ticket is known only where it speaks for itself.
   */
  identify(token: string, sessionId: string | null): Caller | null {
    if (sameSecret(token, this.#ownerToken)) return { kind: "owner" };
    const device = this.#devices.identify(token);
    if (device !== null) return { kind: "device", id: device.id };
    if (sessionId !== null && sameSecret(token, this.ticketFor(sessionId))) {
      return { kind: "session", id: sessionId };
    }
    return null;
  }

  /** What a session shows when it speaks for itself. */
  ticketFor(sessionId: string): string {
    return sessionTicket(this.#ownerToken, sessionId);
  }

  createLoginCode(): LoginCode {
    return this.#links.create();
  }

  /** Exchanges a login code for a device's own token. */
  async signIn(
    code: string,
    name: string,
  ): Promise<{ readonly device: DeviceRecord; readonly token: string }> {
    if (!this.#links.redeem(code)) {
      throw new MaestroError(
        "unauthorized",
        "This link was used before, or is older than ten minutes. Ask for a new one with maestro open.",
      );
    }
    return this.#devices.add(name);
  }

  devices(): readonly DeviceRecord[] {
    return this.#devices.list();
  }

  signOut(deviceId: string): Promise<void> {
    return this.#devices.remove(deviceId);
  }
}
