import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "./pages.ts";

const DECLARATION =
  /^(export )?(?:async |abstract )*(?:function\*?|const|class|interface|type) (\w+)/;

/** The names that a file exports without a sentence above them. */
function unexplained(text: string): string[] {
  const lines = text.split("\n");
  const explained = new Set<string>();
  return lines.flatMap((line, i) => {
    const [, exported, name] = DECLARATION.exec(line) ?? [];
    if (name === undefined) return [];
    let above = i - 1;
    while (lines[above]?.startsWith("//") === true) above--;
    if (lines[above]?.trimEnd().endsWith("*/") === true) explained.add(name);
    // A schema's type has its name, and its sentence.
    return exported === undefined || explained.has(name) ? [] : [name];
  });
}

test.each(["cli", "client", "hook", "protocol", "daemon", "e2e", "bench", "web"])(
  "everything that %s exports has a sentence",
  async (name) => {
    const files = (await sourceFiles()).filter(
      (path) => path.startsWith(`packages/${name}/src/`) && /(?<!\.test)\.tsx?$/.test(path),
    );
    expect(files).not.toEqual([]);
    const found = await Promise.all(
      files.map(async (path) => {
        const names = unexplained(await readFile(join(ROOT, path), "utf8"));
        return names.map((one) => `${path}: ${one}`);
      }),
    );
    // That is a line of the plugin that opencode loads, which stands in a string.
    const inText = "packages/daemon/src/domain/agents/opencode-plugin.ts: Maestro";
    expect(found.flat().filter((one) => one !== inText)).toEqual([]);
  },
);

test("the check finds one without, and takes a schema's type with its schema", () => {
  const text = "/** Said. */\nexport const A = 1;\nexport type A = 1;\nexport class B {}\n";
  expect(unexplained(text)).toEqual(["B"]);
});
