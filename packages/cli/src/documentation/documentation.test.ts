import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { describeCommands } from "../completion/describe-commands.ts";
import { CONFIG_KEYS } from "../config/config-keys.ts";
import { buildProgram } from "../program.ts";
import { anchorsOf, type Page, readPages, ROOT, sourceFiles } from "./pages.ts";

let pages: Page[];
let files: string[];
beforeAll(async () => {
  [pages, files] = await Promise.all([readPages(), sourceFiles()]);
});

/** What is wrong on all pages, as `page: what`. */
const wrong = (look: (page: Page) => string[]): string[] =>
  pages.flatMap((page) => look(page).map((what) => `${page.path}: ${what}`));

const text = (path: string): string => pages.find((page) => page.path === path)?.text ?? "";

test("every link leads to a page, and to a heading that it has", () => {
  const broken = wrong((page) =>
    [...page.text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = "", anchor] = target.split("#");
        const to = path === "" ? page.path : normalize(join(dirname(page.path), path));
        const isThere = files.some(
          (file) => file === to || file.startsWith(to.replace(/\/?$/, "/")),
        );
        if (!isThere || anchor === undefined) return !isThere;
        return !pages.some((one) => one.path === to && anchorsOf(one).includes(anchor));
      }),
  );
  expect(broken).toEqual([]);
});

test("every page of docs/ is named in the README, and the README's pictures are there", () => {
  const unnamed = pages.filter(
    ({ path }) => /^docs\/[^/]+$/.test(path) && !text("README.md").includes(`(${path})`),
  );
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

/** `hold.sh` is written into the state directory; NNNN stands for a number. */
const NOT_SOURCE = /^dist\/|^hold\.sh$|NNNN/;

test("every source file that is named is there", () => {
  const missing = wrong(({ code }) =>
    code
      .flatMap(
        (one) => one.match(/(?<![\w.~<>/$-])[\w./-]+\.(?:tsx?|mjs|cjs|sh|md)(?![\w/])/g) ?? [],
      )
      .filter((path) => !NOT_SOURCE.test(path))
      .map((path) =>
        path.replace(/^\.\//, "").replace(/^e2e\/(?=[\w-]+\.test\.ts$)/, "e2e/src/tests/"),
      )
      .filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`))),
  );
  expect(missing).toEqual([]);
});

test("every folder of the source that is named is there", () => {
  const missing = wrong(({ code }) =>
    code
      .filter((one) => /^(?:packages|docs|tools|domain|app|api|adapters|ports)\/[\w/-]*$/.test(one))
      .map((path) => path.replace(/\/$/, ""))
      .filter(
        (path) =>
          !files.some((file) => `/${file}`.includes(`/${path}/`) || file.endsWith(`/${path}`)),
      ),
  );
  expect(missing).toEqual([]);
});

test("every npm script that is named is there", async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const missing = wrong(({ code }) =>
    code
      .flatMap((one) => [...one.matchAll(/npm run (?:-s )?([\w:-]+)/g)])
      .map(([, name = ""]) => name)
      .filter((name) => !Object.hasOwn(scripts, name)),
  );
  expect(missing).toEqual([]);
});

describe("what is typed", () => {
  const commands = new Map(describeCommands(buildProgram()).map((one) => [one.path, one]));

  /** Why a command line could not be run, or null. */
  function complaint(words: readonly string[]): string | null {
    let path = "";
    for (const word of words) {
      if (word === "--") return null;
      const below = `${path} ${word}`.trim();
      if (word.startsWith("-")) {
        const flag = word.split("=")[0] ?? "";
        const known = commands.get(path)?.flags.some((one) => one.flag === flag) ?? false;
        if (!known && flag !== "--help") return `${path} has no ${flag}`;
      } else if (commands.has(below)) path = below;
      else if (path === "") return `there is no verb ${word}`;
    }
    return null;
  }

  test("a command line of a page can be run: its verbs and flags are there", () => {
    const found = wrong(({ code }) =>
      code
        .flatMap((one) => [
          ...one.matchAll(/(?:^|[\s(])(?:\.\/)?maestro ((?!is\b)[a-z-][^|;&)#>`]*)/g),
        ])
        .map(([, line = ""]) =>
          complaint(
            line
              .replaceAll(/"[^"]*"|'[^']*'/g, "text")
              .trim()
              .split(/\s+/),
          ),
        )
        .filter((one) => one !== null),
    );
    // The change that CONTRIBUTING has a newcomer make.
    const example = "CONTRIBUTING.md: there is no verb list";
    expect(found.filter((one) => one !== example)).toEqual([]);
  });

  test("the check itself finds what is wrong", () => {
    expect(complaint(["worktrees", "reclaim", "--force", "/x"])).toBeNull();
    expect(complaint(["new", "-w", "b", "--", "claude", "--nonsense"])).toBeNull();
    expect(complaint(["nonsense"])).toContain("no verb");
    expect(complaint(["kill", "x", "--nonsense"])).toContain("kill has no --nonsense");
  });
});

test("the README's keys are those of the daemon, and of the command that sets them", async () => {
  const source = await readFile(
    join(ROOT, "packages/daemon/src/adapters/fs/config-file.ts"),
    "utf8",
  );
  const schema = source.slice(
    source.indexOf("const ConfigFile"),
    source.indexOf("export interface Config"),
  );
  const daemon = [...schema.matchAll(/^ {2}(\w+): z/gm)].map(([, key = ""]) => key);
  const table = text("README.md").slice(text("README.md").indexOf("## Configuration"));
  const named = [...table.matchAll(/^\| `\[?(\w+)\]?` /gm)].map(([, key = ""]) => key);
  expect(daemon.length).toBeGreaterThan(5);
  expect(named.toSorted()).toEqual(daemon.toSorted());
  expect(Object.keys(CONFIG_KEYS).toSorted()).toEqual(daemon.toSorted());
});

test("ARCHITECTURE names every package, and every adapter", async () => {
  const architecture = text("docs/ARCHITECTURE.md");
  const rows = [...architecture.matchAll(/^\| `(\w+)` +\| /gm)].map(([, name = ""]) => name);
  expect(rows.filter((name) => name !== "token").toSorted()).toEqual(
    (await readdir(join(ROOT, "packages"))).toSorted(),
  );
  const start = architecture.indexOf("- **adapters**");
  const paragraph = architecture.slice(start, architecture.indexOf("- **api**", start));
  const adapters = await readdir(join(ROOT, "packages/daemon/src/adapters"));
  expect(adapters.filter((name) => !paragraph.includes(`\`${name}\``))).toEqual([]);
});
