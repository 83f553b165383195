import { beforeEach, expect, test } from "vitest";
import { aSession, sessionId } from "../domain/support/a-session.ts";
import { knownProjects, recentDirectories } from "./known-directories.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

/** A start that the history knows. */
const started = (directory: string, at: number, repo: string | null = null): void => {
  app.history.entries.push({ directory, repo, command: "", name: null, branch: null, at });
};

test("recent directories are one each, newest first, and no more than a picker shows", async () => {
  for (let at = 0; at < 40; at++) started(`/d${at}`, at);
  started("/d3", 100);
  started("/d39", 50);
  const recent = await recentDirectories(app.context);
  expect(recent).toHaveLength(30);
  expect(recent.slice(0, 3)).toEqual([
    { directory: "/d3", lastUsedAt: 100, starts: 2 },
    { directory: "/d39", lastUsedAt: 50, starts: 2 },
    { directory: "/d38", lastUsedAt: 38, starts: 1 },
  ]);
});

test("projects are all repositories and directories of history and sessions, with counts and last use", async () => {
  for (let at = 0; at < 40; at++) started(`/d${at}`, at);
  started("/repo", 50, "/repo");
  started("/repo/sub", 60, "/repo");
  const repo = { root: "/repo", branch: "main" };
  await app.store.add(aSession({ repo, createdAt: 70 }));
  await app.store.add(
    aSession({ id: sessionId(2), repo, createdAt: 65, life: { phase: "dormant" } }),
  );
  await app.store.add(aSession({ id: sessionId(3), repo: null, cwd: "/plain", createdAt: 80 }));
  const projects = await knownProjects(app.context);
  expect(projects).toHaveLength(42);
  expect(projects.slice(0, 3)).toEqual([
    { root: "/plain", isRepository: false, starts: 0, liveSessions: 1, lastUsedAt: 80 },
    { root: "/repo", isRepository: true, starts: 2, liveSessions: 1, lastUsedAt: 70 },
    { root: "/d39", isRepository: false, starts: 1, liveSessions: 0, lastUsedAt: 39 },
  ]);
});
