import { expect, test } from "vitest";
import { checkEnv, commandEnv, withoutMisleading } from "./environment.ts";
import { MaestroError } from "./maestro-error.ts";

const own = { sessionId: "id", url: "http://127.0.0.1:1", ticket: "secret" };

test("a command does not hear which terminal, repository or agent the daemon was started in", () => {
  const misleading = {
    TMUX: "/tmp/tmux-0/default,1,0",
    TMUX_PANE: "%3",
    GIT_DIR: "/elsewhere/.git",
    GIT_INDEX_FILE: "x",
    GIT_CONFIG_KEY_0: "x",
    CLAUDECODE: "1",
    CLAUDE_CODE_CHILD_SESSION: "1",
    MAESTRO_SESSION_ID: "another",
    MAESTRO_TICKET: "of another",
    PWD: "/",
    missing: undefined,
  };
  const kept = {
    PATH: "/bin",
    HOME: "/home/me",
    LANG: "C",
    GITHUB_TOKEN: "t",
    CLAUDE_CONFIG_DIR: "c",
  };
  expect(withoutMisleading({ ...misleading, ...kept })).toEqual(kept);
});

test.each([
  ["an empty name", { "": "x" }],
  ["a name with =", { "A=B": "x" }],
  ["a name with NUL", { "A\0": "x" }],
  ["a value with NUL", { A: "x\0y" }],
])("%s is refused, and the refusal says so", (_name, env) => {
  expect(() => checkEnv(env)).toThrow(MaestroError);
  expect(() => checkEnv(env)).toThrow(expect.objectContaining({ code: "invalid_env" }));
});

test("a refused value is named, not shown", () => {
  expect(() => checkEnv({ KEY: "s3cret\0" })).toThrow(/KEY/);
  expect(() => checkEnv({ KEY: "s3cret\0" })).not.toThrow(/s3cret/);
});

test("odd but possible variables are accepted", () => {
  expect(() => checkEnv({ "a.b-c d": "", é: "\n=\u001B", ["__proto__"]: "x" })).not.toThrow();
});

test("the request wins over the daemon's environment, and maestro wins over the request", () => {
  const requested = {
    PATH: "/mine",
    MAESTRO_SESSION_ID: "pose",
    MAESTRO_TICKET: "x",
    MAESTRO_NEW: "x",
  };
  expect(commandEnv({ PATH: "/bin", HOME: "/h" }, requested, own)).toEqual({
    PATH: "/mine",
    HOME: "/h",
    MAESTRO_SESSION_ID: "id",
    MAESTRO_URL: "http://127.0.0.1:1",
    MAESTRO_TICKET: "secret",
  });
});

test("a daemon without an address gives none, and no client can give one in its place", () => {
  const env = commandEnv({}, { MAESTRO_URL: "http://evil" }, { ...own, url: null });
  expect(env).toEqual({ MAESTRO_SESSION_ID: "id", MAESTRO_TICKET: "secret" });
});

test("a variable called __proto__ is a variable like any other", () => {
  const requested = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
  expect(Object.entries(commandEnv({}, requested, own))).toContainEqual(["__proto__", "x"]);
});
