// Stands in for an agent: it is put on PATH under that one's name, which says which it is to be.
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { Conversations, fakeAgentsDir } from "./conversations.ts";
import { Engine } from "./engine.ts";
import { gemini } from "./gemini.ts";
import { coalescing } from "./coalescing.ts";
import { KeyReader } from "./keys.ts";
import { opencode } from "./opencode.ts";
import type { Persona, Started } from "./persona.ts";

const name = basename(process.argv[1] ?? "");
const persona = [claude, codex, gemini, opencode].find((one) => one.name === name);
if (persona === undefined) throw new Error(`there is no fake ${name}`);
const args = process.argv.slice(2);
const home = process.env["HOME"] ?? "/";
process.title = name;
await remember();
process.exit(await main(persona));

async function main(one: Persona): Promise<number> {
  const started = one.parse(args);
  if (started.headless) return answer(one, started);
  const conversations = new Conversations(home, one.name);
  const earlier = started.resumed ? await conversations.prompts(started.conversation) : [];
  if (earlier === null) {
    process.stdout.write(`${one.looks.noConversation(started.conversation)}\n`);
    return 1;
  }
  const deliver = await one.connect(args);
  const engine = new Engine(one, deliver, { conversations, started });
  const keys = new KeyReader();
  const press = (chunk: string): void => {
    for (const key of keys.read(chunk)) engine.press(key);
  };
  const lateMs = Number(process.env["FAKE_READS_LATE_MS"] ?? 0);
  // As on a machine that gives it no time: each key late, but by itself.
  const behindMs = Number(process.env["FAKE_ACTS_LATE_MS"] ?? 0);
  const act = (chunk: string): void => void setTimeout(press, behindMs, chunk);
  const take = lateMs === 0 ? act : coalescing(press, lateMs);
  if (process.stdin.isTTY) process.stdin.setRawMode(true);
  process.stdin.setEncoding("utf8").on("data", take);
  return engine.run(started, earlier);
}

/** A run without a screen, as for a name: hooks run here as well, unless it was told to have none. */
async function answer(one: Persona, started: Started): Promise<number> {
  const deliver = await one.connect(args);
  const prompt = await text(process.stdin);
  const scene = { conversation: started.conversation, prompts: [prompt] };
  await deliver({ kind: "started", source: "startup" }, scene);
  await deliver({ kind: "prompted", text: prompt }, scene);
  const words = process.env["FAKE_ANSWER"] ?? "A fake name";
  if (started.answerFile === null) process.stdout.write(`${words}\n`);
  else await writeFile(started.answerFile, words);
  await deliver({ kind: "turn-done", words, background: 0 }, scene);
  return Number(process.env["FAKE_ANSWER_CODE"] ?? 0);
}

/** Keeps what it was started with, for tests to see. */
async function remember(): Promise<void> {
  const maestro = Object.keys(process.env).filter((key) => key.startsWith("MAESTRO_"));
  const run = { agent: name, args, maestro, pid: process.pid, cwd: process.cwd() };
  await mkdir(fakeAgentsDir(home), { recursive: true });
  await appendFile(join(fakeAgentsDir(home), "runs.jsonl"), `${JSON.stringify(run)}\n`);
}
