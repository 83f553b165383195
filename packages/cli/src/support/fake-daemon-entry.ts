import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A program that starts as the daemon does: one per state directory, one line on descriptor 3, then
 * health, status, a login link and shutdown on its socket. FAKE_DAEMON says how it fails.
 */
const PROGRAM = `
import { createServer } from "node:http";
import { closeSync, rmSync, writeFileSync, writeSync } from "node:fs";
const dir = process.env.MAESTRO_STATE_DIR;
const say = (line) => { writeSync(3, JSON.stringify(line) + "\\n"); closeSync(3); };
const how = process.env.FAKE_DAEMON;
writeFileSync(dir + "/started-" + process.pid, JSON.stringify({ env: process.env, cwd: process.cwd() }));
if (how === "fails") { say({ error: { code: "tmux_failed", message: "tmux is too old." } }); process.exit(1); }
if (how === "dies") process.exit(1);
try {
  writeFileSync(dir + "/lock", "", { flag: "wx" });
} catch {
  say({ error: { code: "already_running", message: "Another daemon holds " + dir } });
  process.exit(1);
}
const socket = dir + "/daemon.sock";
const version = "0.1.0", url = "http://127.0.0.1:1";
const status = { version, pid: process.pid, uptime_s: 61, url, socket, state_dir: dir, tmux: "3.3a",
  git: "2.39.5", sessions: { running: 1, dead: 2, dormant: 3 }, recovered: true };
const answers = {
  "GET /api/health": [200, { name: "maestro", version, uptime_s: 1 }],
  "GET /api/status": [200, status],
  "GET /api/sessions": [200, []],
  "POST /api/login-links": [201, { url: url + "/#code", expires_at: "2099-01-01T00:00:00Z" }],
  "POST /api/shutdown": [202],
};
const server = createServer((request, response) => {
  const asked = request.method + " " + request.url;
  const [code, body] = answers[asked] ?? [404, { code: "not_found", message: asked }];
  response.writeHead(code, { "content-type": "application/json" });
  response.end(body && JSON.stringify(body));
  if (asked === "POST /api/shutdown") {
    for (const file of ["daemon.json", "lock"]) rmSync(dir + "/" + file, { force: true });
    setTimeout(() => process.exit(0), 200);
  }
});
server.listen(socket, () => {
  writeFileSync(dir + "/daemon.json", JSON.stringify({ pid: process.pid, url, socket, version }));
  say({ ready: true, url, socket });
});
`;

/** Writes the program into a directory; answers with its path. */
export async function writeFakeDaemonEntry(directory: string): Promise<string> {
  const path = join(directory, "fake-daemon.mjs");
  await writeFile(path, PROGRAM);
  return path;
}
