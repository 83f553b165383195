import {
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenOnUnixSocket } from "./unix-listener.ts";

let directory: string;
let path: string;
const open: Server[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-unix-"));
  path = join(directory, "maestro.sock");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
  await rm(directory, { recursive: true, force: true });
});

async function listen(at = path): Promise<Server> {
  const server = await listenOnUnixSocket(at, (socket) => socket.end());
  open.push(server);
  return server;
}

test("C13 the socket is its owner's alone, whatever the umask, which stays as it was", async () => {
  const before = process.umask(0);
  try {
    await listen();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(0);
  } finally {
    process.umask(before);
  }
});

test("C13 a file, a directory or a link at the path is an error and stays", async () => {
  await writeFile(path, "mine");
  await expect(listen()).rejects.toMatchObject({ code: "io_failed" });
  expect(await readFile(path, "utf8")).toBe("mine");

  const folder = join(directory, "folder");
  await mkdir(folder);
  await expect(listen(folder)).rejects.toMatchObject({ code: "io_failed" });
  expect((await lstat(folder)).isDirectory()).toBe(true);

  const link = join(directory, "link");
  for (const target of [path, join(directory, "nowhere")]) {
    await symlink(target, link);
    await expect(listen(link)).rejects.toMatchObject({ code: "io_failed" });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    await rm(link);
  }
});

test("C13 a socket that somebody answers on is an error and goes on answering", async () => {
  const other = createServer((socket) => socket.on("error", () => {}).end("other"));
  open.push(other);
  await new Promise<void>((done) => other.listen(path, done));
  await expect(listen()).rejects.toThrow(/another program answers/);
  expect((await lstat(path)).isSocket()).toBe(true);
  expect(other.listening).toBe(true);
});

test("the socket of a daemon that was killed is taken over", async () => {
  // What SIGKILL leaves: the socket's name under which nobody listens any more.
  const dead = createServer();
  const born = join(directory, "born.sock");
  await new Promise<void>((done) => dead.listen(born, done));
  await rename(born, path);
  await new Promise((done) => dead.close(done));
  expect((await lstat(path)).isSocket()).toBe(true);
  expect((await listen()).listening).toBe(true);
});

test("a path that no socket can have is refused in words", async () => {
  await expect(listen(join(directory, "x".repeat(100)))).rejects.toThrow(/longer than 103 bytes/);
  await expect(listen(join(directory, "nowhere", "s"))).rejects.toMatchObject({
    code: "io_failed",
  });
});
