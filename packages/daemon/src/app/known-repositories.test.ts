import { expect, test } from "vitest";
import { type KnownRepository, KnownRepositories } from "./known-repositories.ts";
import { Journal } from "./support/journal.ts";
import { MemoryRecords } from "./support/memory-records.ts";

function open() {
  const journal = new Journal();
  const records = new MemoryRecords<KnownRepository>({
    keyOf: ({ root }) => root,
    tell: ({ root }) => root,
    journal,
  });
  return { records, journal, known: new KnownRepositories(records) };
}

test("a repository is remembered once, over a restart too", async () => {
  const { records, journal, known } = open();
  await known.add("/repo");
  await known.add("/repo");
  await known.add("/other");
  expect(journal.entries).toEqual(["disk: wrote /repo", "disk: wrote /other"]);
  const next = new KnownRepositories(records);
  await next.load();
  expect(next.list()).toEqual(["/repo", "/other"]);
});

test("one that could not be written down is not known, and is tried again", async () => {
  const { records, known } = open();
  records.failure = new Error("disk full");
  await expect(known.add("/repo")).rejects.toThrow("disk full");
  expect(known.list()).toEqual([]);
  records.failure = null;
  await known.add("/repo");
  expect(known.list()).toEqual(["/repo"]);
});
