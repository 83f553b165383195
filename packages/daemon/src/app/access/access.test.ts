import { beforeEach, describe, expect, test } from "vitest";
import type { DeviceRecord } from "../../ports/device-record.ts";
import type { Log } from "../../ports/log.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { SecretFile, SecretRead } from "../../ports/secret-file.ts";
import { Access } from "./access.ts";
import { isSecret, newSecret, sameSecret } from "./secrets.ts";

class MemoryFile implements SecretFile {
  readonly path = "/state/token";
  content: SecretRead = { kind: "missing" };
  read = async (): Promise<SecretRead> => this.content;
  write = async (text: string): Promise<void> => {
    this.content = { kind: "text", text };
  };
}

class MemoryStore implements RecordStore<DeviceRecord> {
  readonly records = new Map<string, DeviceRecord>();
  writes = 0;
  failure: Error | null = null;
  load = async () => ({ records: [...this.records.values()], skipped: [] });
  write = async (record: DeviceRecord): Promise<void> => {
    if (this.failure !== null) throw this.failure;
    this.writes += 1;
    this.records.set(record.id, record);
  };
  remove = async (key: string): Promise<void> => {
    if (this.failure !== null) throw this.failure;
    this.records.delete(key);
  };
}

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
const MINUTE = 60_000;

let file: MemoryFile;
let store: MemoryStore;
let now: number;
const open = (): Promise<Access> =>
  Access.open({ tokenFile: file, deviceStore: store, clock: { now: () => now }, log: silent });
const signIn = (access: Access, name = "phone") =>
  access.signIn(access.createLoginCode().code, name);
const ownerToken = (): string => (file.content.kind === "text" ? file.content.text.trim() : "");

beforeEach(() => {
  file = new MemoryFile();
  store = new MemoryStore();
  now = Date.UTC(2026, 10, 30);
});

describe("the owner's token", () => {
  test("is made at the first start, of 256 bits, and stays", async () => {
    const first = await open();
    const token = ownerToken();
    expect(Buffer.from(token, "base64url").length).toBe(32);
    const second = await open();
    expect(ownerToken()).toBe(token);
    for (const access of [first, second]) {
      expect(access.identify(token, null)).toEqual({ kind: "owner" });
    }
  });

  test.each([
    "",
    "\n",
    "x",
    " ",
    "null",
    "{}",
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}=`,
  ])("C14 a file that holds %j stops the start and is left as it is", async (text) => {
    file.content = { kind: "text", text };
    await expect(open()).rejects.toMatchObject({ code: "io_failed" });
    expect(file.content).toEqual({ kind: "text", text });
  });

  test("C14 a file that cannot be read stops the start with its reason", async () => {
    file.content = { kind: "unusable", reason: "not a plain file" };
    await expect(open()).rejects.toThrow(/\/state\/token .*not a plain file/);
  });
});

describe("a login code", () => {
  test("signs one browser in, once", async () => {
    const access = await open();
    const { code } = access.createLoginCode();
    expect(isSecret(code)).toBe(true);
    const [first, second] = await Promise.allSettled([
      access.signIn(code, "a"),
      access.signIn(code, "b"),
    ]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "unauthorized" } });
    expect(access.devices().map(({ name }) => name)).toEqual(["a"]);
  });

  test("ends after ten minutes", async () => {
    const access = await open();
    const { code, expiresAt } = access.createLoginCode();
    expect(expiresAt).toBe(now + 10 * MINUTE);
    now += 10 * MINUTE;
    await expect(access.signIn(code, "a")).rejects.toMatchObject({ code: "unauthorized" });
    now -= 1;
    await expect(access.signIn(code, "a")).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("is void after a restart, and codes do not pile up", async () => {
    const access = await open();
    const { code } = access.createLoginCode();
    await expect((await open()).signIn(code, "a")).rejects.toMatchObject({ code: "unauthorized" });
    for (let i = 0; i < 100; i += 1) access.createLoginCode();
    await expect(access.signIn(code, "a")).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("is no token", async () => {
    const access = await open();
    expect(access.identify(access.createLoginCode().code, null)).toBeNull();
  });
});

describe("a device", () => {
  test("has a token of its own that survives a restart and is kept as a hash alone", async () => {
    const { device, token } = await signIn(await open(), "my\n\u001b[31mphone ");
    expect(device.name).toBe("my [31mphone");
    expect(JSON.stringify([...store.records.values()])).not.toContain(token);
    expect((await open()).identify(token, null)).toEqual({ kind: "device", id: device.id });
  });

  test("is known no more once it is signed out, at once and after a restart", async () => {
    const access = await open();
    const [kept, gone] = [await signIn(access), await signIn(access)];
    const signedOut = access.signOut(gone.device.id);
    expect(access.identify(gone.token, null)).toBeNull();
    await signedOut;
    for (const later of [access, await open()]) {
      expect(later.identify(gone.token, null)).toBeNull();
      expect(later.devices().map(({ id }) => id)).toEqual([kept.device.id]);
    }
    await expect(access.signOut(gone.device.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("its last use is told, and written once an hour, never over a sign-out", async () => {
    const access = await open();
    const { device, token } = await signIn(access);
    const written = (): number => store.writes;
    expect(access.devices()[0]?.lastUsedAt).toBeNull();
    for (let i = 0; i < 10; i += 1) access.identify(token, null);
    expect(access.devices()[0]?.lastUsedAt).toBe(now);
    now += 61 * MINUTE;
    access.identify(token, null);
    await access.signOut(device.id);
    expect(written()).toBeLessThanOrEqual(3);
    expect(store.records.size).toBe(0);
  });

  test("that could not be written is none; one that could not be removed stays listed, signed out", async () => {
    const access = await open();
    const { device, token } = await signIn(access);
    store.failure = new Error("disk full");
    await expect(signIn(access)).rejects.toThrow("disk full");
    await expect(access.signOut(device.id)).rejects.toThrow("disk full");
    expect(access.devices().map(({ id }) => id)).toEqual([device.id]);
    expect(access.identify(token, null)).toBeNull();
    store.failure = null;
    await access.signOut(device.id);
    expect(access.devices()).toEqual([]);
  });
});

describe("C11 a session's ticket", () => {
  test("speaks for its own session alone, the same after a restart", async () => {
    const access = await open();
    const ticket = access.ticketFor("a");
    expect((await open()).ticketFor("a")).toBe(ticket);
    expect(access.identify(ticket, "a")).toEqual({ kind: "session", id: "a" });
    expect(access.identify(ticket, "b")).toBeNull();
    expect(access.identify(ticket, null)).toBeNull();
    expect(isSecret(ticket)).toBe(true);
  });

  test("ends with the owner's token", async () => {
    const ticket = (await open()).ticketFor("a");
    file.content = { kind: "missing" };
    expect((await open()).identify(ticket, "a")).toBeNull();
  });
});

test("secrets of unequal length compare as unequal, and nothing is equal to nothing known", async () => {
  const secret = newSecret();
  expect(sameSecret(secret, secret)).toBe(true);
  for (const other of ["", secret.slice(1), `${secret}A`, newSecret()]) {
    expect(sameSecret(secret, other)).toBe(false);
  }
  const access = await open();
  for (const text of ["", "undefined", "null", ownerToken().toLowerCase()]) {
    expect(access.identify(text, "a")).toBeNull();
  }
});
