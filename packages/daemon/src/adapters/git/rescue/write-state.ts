import { closeSync, openSync, writeSync } from "node:fs";
import { chmod, lstat, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Deadline } from "../deadline.ts";
import { whyNot, type Git, type GitAnswer } from "../git.ts";
import { bytesPath } from "../precious.ts";
import { parseFacts, usualMode, type Facts } from "./facts.ts";
import { parseIndex } from "./parse-index.ts";
import { withPlainRepository, type PlainRepository } from "./plain-repository.ts";
import { PRIVATE_FILES } from "./snapshot.ts";

/** A saved state's commit, and the new tree (at the commit's parent, without files) to put it in. */
export interface StateTarget {
  readonly commit: string;
  readonly top: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Writes a saved state's files, modes and index. Throws where anything of it could not be. */
export function writeState(git: Git, target: StateTarget, deadline: Deadline): Promise<void> {
  return withPlainRepository(git, { ...target, deadline }, async (plain) => {
    const facts = await readFacts(plain, target);
    await writeFiles(plain, target, facts);
    await setModes(plain, target, facts);
    await verify(plain);
    for (const name of PRIVATE_FILES) {
      const id = await find(plain, `${target.commit}^2:state/private/${name}`);
      if (id !== null) await writeBlob(plain, id, join(target.gitDir, name));
    }
    const index = await find(plain, `${target.commit}^2:index`);
    if (index !== null) await writeBlob(plain, index, join(target.gitDir, "index"));
    // Its facts are those of the files that went. Status 1 says that some differ, as they should.
    await git.write(["-c", "core.hooksPath=/dev/null", "update-index", "-q", "--refresh"], {
      cwd: target.top,
      timeoutMs: deadline.left(),
    });
  });
}

async function readFacts(plain: PlainRepository, target: StateTarget): Promise<Facts> {
  const text = await demand(
    plain.run("none", ["cat-file", "blob", `${target.commit}^2:state/facts.json`]),
  );
  const facts = parseFacts(text.toString("utf8"));
  if (facts === null) throw new Error("a newer maestro saved this, and this one cannot read it");
  return facts;
}

async function writeFiles(
  plain: PlainRepository,
  target: StateTarget,
  facts: Facts,
): Promise<void> {
  await demand(plain.run("files", ["read-tree", target.commit]));
  if (facts.absent.length > 0) {
    const input = Buffer.from(facts.absent.map((name) => `${name}\0`).join(""), "latin1");
    await demand(
      plain.run("files", ["update-index", "--force-remove", "-z", "--stdin"], { input }),
    );
  }
  await demand(plain.run("files", ["checkout-index", "--all", "--index"]));
}

/** Permission bits, of which git keeps the executable one alone. */
async function setModes(plain: PlainRepository, target: StateTarget, facts: Facts): Promise<void> {
  const listing = await demand(plain.run("files", ["ls-files", "-v", "-s", "-z"]));
  const unusual = new Map(facts.modes);
  for (const { name, mode } of parseIndex(listing) ?? []) {
    if (!mode.startsWith("100")) continue;
    const path = bytesPath(target.top, Buffer.from(name, "latin1"));
    const wanted = unusual.get(name) ?? usualMode(facts.usual, mode === "100755");
    if (((await lstat(path)).mode & 0o7777) !== wanted) await chmod(path, wanted);
  }
}

/** Names a file that did not come back as it was. */
async function verify(plain: PlainRepository): Promise<void> {
  await plain.run("files", ["update-index", "-q", "--refresh"]);
  const left = await demand(plain.run("files", ["diff-files", "--name-only", "-z"]));
  const [name] = left.toString("utf8").split("\0");
  if (name !== undefined && name !== "") throw new Error(`${name} did not come back as it was`);
}

async function find(plain: PlainRepository, name: string): Promise<string | null> {
  const answer = await plain.run("none", ["rev-parse", "-q", "--verify", "--end-of-options", name]);
  return answer.kind === "ok" ? answer.stdout.toString("utf8").trim() : null;
}

/** Writes a blob beside a file and then in its place, piece by piece: an index may be large. */
async function writeBlob(plain: PlainRepository, id: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.maestro`;
  const file = openSync(beside, "w");
  try {
    const answer = await plain.run("none", ["cat-file", "blob", id], {
      onStdout: (chunk) => {
        writeSync(file, chunk);
        return "more";
      },
    });
    if (answer.kind !== "ok") throw new Error(whyNot(answer));
  } finally {
    closeSync(file);
  }
  await rename(beside, path);
}

async function demand(asked: Promise<GitAnswer>): Promise<Buffer> {
  const answer = await asked;
  if (answer.kind === "ok") return answer.stdout;
  throw new Error(whyNot(answer));
}
