import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AttachedClient } from "../support/attached-client.ts";
import { RawReceiver } from "../support/raw-receiver.ts";
import { TestDaemon } from "../support/test-daemon.ts";

const BRACKETED = "\u001b[?2004h";
const MEGABYTE = 1024 * 1024;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

const hash = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");
const send = (id: string, text: string, submit = false, requestId?: string): Promise<unknown> =>
  daemon.api.sendInput({
    params: { id },
    body: { text, submit, ...(requestId === undefined ? {} : { request_id: requestId }) },
  });
/** Text of exactly so many bytes, some of them of characters that take several. */
function largeText(bytes: number): string {
  const text = `;#{pid}-%ünïcödé 漢字 😀 ${randomBytes(bytes).toString("base64")}`;
  return Buffer.from(text).subarray(0, bytes).toString();
}

describe("B03 much at once", () => {
  test("B03 a paste of 1 MB arrives byte for byte", async () => {
    const receiver = await RawReceiver.start(daemon, "paste");
    const client = await AttachedClient.open(daemon, receiver.id);
    const text = largeText(MEGABYTE);
    client.stream.paste(text);
    expect(hash(await receiver.until(MEGABYTE))).toBe(hash(text));
    await client.close();
  });

  test("B03 so do 20 KB, 140 KB and 1 MB by a call, and binary frames between them", async () => {
    const receiver = await RawReceiver.start(daemon, "post");
    const client = await AttachedClient.open(daemon, receiver.id);
    let expected = Buffer.alloc(0);
    for (const bytes of [20_000, 140_000, MEGABYTE]) {
      const text = largeText(bytes);
      await send(receiver.id, text);
      const binary = randomBytes(5_000);
      client.type(binary);
      expected = Buffer.concat([expected, Buffer.from(text), binary]);
      expect(hash(await receiver.until(expected.length))).toBe(hash(expected));
    }
    await client.close();
  });

  test("B03 a program that does not read holds up nobody else", async () => {
    const deaf = await daemon.create({ command: ["sleep", "600"] });
    const receiver = await RawReceiver.start(daemon, "other");
    const first = send(deaf.id, largeText(MEGABYTE)).catch((error: Error) => error);
    await send(receiver.id, "still here");
    expect(await receiver.untilText(10)).toBe("still here");
    await daemon.api.killSession({ params: { id: deaf.id }, query: { force: "true" } });
    await first;
  });
});

describe("B04 pastes", () => {
  test("B04 are marked only where the program asked for it, and end where they end", async () => {
    const evil = "a\u001b[201~b\u001b[20\u001b[201~1~c\u001b[200~\r\nd\ne";
    const cases = [
      ["asked", BRACKETED, "\u001b[200~abc\u001b[200~\rd\re\u001b[201~"],
      ["not-asked", "", evil.replaceAll(/\r?\n/g, "\r")],
      ["no-longer", `${BRACKETED}\u001b[?2004l`, evil.replaceAll(/\r?\n/g, "\r")],
    ] as const;
    for (const [name, begin, expected] of cases) {
      const receiver = await RawReceiver.start(daemon, name, begin);
      const client = await AttachedClient.open(daemon, receiver.id);
      client.stream.paste(evil);
      expect(await receiver.untilText(expected.length), name).toBe(expected);
      await client.close();
    }
  });

  test("B04 several lines with submit: one marked block, then one Enter, read by itself", async () => {
    const receiver = await RawReceiver.start(daemon, "submit", BRACKETED);
    await send(receiver.id, "l1\nl2\n", true);
    const expected = "\u001b[200~l1\rl2\u001b[201~\r";
    expect(await receiver.untilText(expected.length)).toBe(expected);
    expect((await receiver.reads()).at(-1)?.toString()).toBe("\r");

    const plain = await RawReceiver.start(daemon, "submit-plain");
    await send(plain.id, "l1\nl2\n", true);
    await send(plain.id, "", true);
    expect(await plain.untilText(7)).toBe("l1\rl2\r\r");
    expect((await plain.reads()).slice(-2).map(String)).toEqual(["\r", "\r"]);
  });

  test("B01 what tmux would take for its own arrives as it is", async () => {
    const receiver = await RawReceiver.start(daemon, "b01");
    const texts = [
      "a;",
      ";",
      "x;;",
      "a\\;",
      "a;b",
      "-n x",
      "--",
      "Enter",
      "C-c",
      "a\\",
      "#{pid}%%",
    ];
    for (const text of texts) await send(receiver.id, text, true);
    const expected = texts.map((text) => `${text}\r`).join("");
    expect(await receiver.untilText(expected.length)).toBe(expected);
  });
});

const block = (name: string): string => `<${name}>${name.repeat(12_000)}</${name}>`;

test("what several send at once is never mixed", async () => {
  const receiver = await RawReceiver.start(daemon, "mixed", BRACKETED);
  const clients = await Promise.all([1, 2].map(() => AttachedClient.open(daemon, receiver.id)));
  const calls: Promise<unknown>[] = [];
  for (let round = 0; round < 8; round++) {
    clients[0]?.stream.paste(block("a"));
    clients[1]?.type(block("b"));
    calls.push(send(receiver.id, block("c"), true));
    calls.push(send(receiver.id, block("d")));
  }
  await Promise.all(calls);
  const marked = (name: string): number => block(name).length;
  const total = 8 * (marked("a") + 12 + marked("b") + marked("c") + 1 + marked("d"));
  const text = await receiver.untilText(total);
  const blocks = [
    `\u001b\\[200~${block("a")}\u001b\\[201~`,
    block("b"),
    `${block("c")}\r`,
    block("d"),
  ];
  expect(text.replaceAll(new RegExp(blocks.join("|"), "g"), "")).toBe("");
  expect(text.length).toBe(total);
  // Each sender's own order is kept, and all of it came.
  for (const name of ["a", "b", "c", "d"]) expect(text.split(`<${name}>`)).toHaveLength(9);
  await Promise.all(clients.map((client) => client.close()));
});

test("a repeated request_id is answered and typed once", async () => {
  const receiver = await RawReceiver.start(daemon, "once");
  const [first, second] = [randomUUID(), randomUUID()];
  const answers = await Promise.all([1, 2, 3].map(() => send(receiver.id, "once ", false, first)));
  answers.push(await send(receiver.id, "once ", false, first));
  await send(receiver.id, "twice ", false, second);
  await send(receiver.id, "end");
  expect(await receiver.untilText("once twice end".length)).toBe("once twice end");
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
