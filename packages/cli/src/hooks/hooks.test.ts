import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { codexCommand, codexHooks } from "./codex-hooks.ts";
import { hooksState, type WantedHooks, withHooks, withoutHooks } from "./hook-entries.ts";
import type { Plan } from "./hook-files.ts";
import { parseJsonTree } from "./json-tree.ts";
import { lineDiff } from "./line-diff.ts";
import { blockIn, withBlock, withoutBlock } from "./marked-block.ts";

const wanted: WantedHooks = {
  events: ["Start", "Stop"],
  command: "node hook.mjs codex",
  timeout: 5,
  isOurs: (command) => command.endsWith("hook.mjs codex"),
};

const PERSONS = `{
  // what I like
  "model": "x", /* and */ "unknown": [1, {"a": null}],
  "hooks": {
    "Stop": [
      // my bell
      { "hooks": [{ "type": "command", "command": "bell" }] }, // rings
    ],
    "Other": []
  }
}
`;

describe("hooks in a JSON file", () => {
  test.each([
    ["nothing but brackets", "{}\n"],
    ["one line", '{"a": 1, "hooks": {"Stop": [{"hooks": []}]}}'],
    ["tabs", '{\n\t"a": 1\n}\n'],
    ["comments, commas at the end and unknown keys", PERSONS],
    ["four spaces and no line end", '{\n    "a": {\n        "b": 1\n    }\n}'],
    ["a comment alone", "{\n  // nothing yet\n}\n"],
    ["an empty list", '{\n  "hooks": {\n    "Start": [],\n    "x": 1\n  }\n}\n'],
    ["carriage returns", '{\r\n  "a": 1\r\n}\r\n'],
  ])("%s: added once, and taken back exactly", (_, text) => {
    const installed = withHooks(text, wanted) ?? "";
    expect(hooksState(text, wanted)).toBe("absent");
    expect(hooksState(installed, wanted)).toBe("installed");
    expect(withHooks(installed, wanted)).toBe(installed);
    for (const line of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(installed).toContain(line);
    const back = withoutHooks(installed, wanted) ?? "";
    expect(hooksState(back, wanted)).toBe("absent");
    // An empty list and a list that was emptied are the same to every reader.
    expect(back).toBe(text.replace('    "Start": [],\n', ""));
  });

  test("what is added stands as its neighbours do", () => {
    expect(withHooks(PERSONS, { ...wanted, events: ["Stop"] })).toBe(`{
  // what I like
  "model": "x", /* and */ "unknown": [1, {"a": null}],
  "hooks": {
    "Stop": [
      // my bell
      { "hooks": [{ "type": "command", "command": "bell" }] }, // rings
      {
        "hooks": [
          {
            "type": "command",
            "command": "node hook.mjs codex",
            "timeout": 5
          }
        ]
      },
    ],
    "Other": []
  }
}
`);
  });

  test("an older maestro's are replaced", () => {
    const old =
      withHooks(PERSONS, { ...wanted, events: ["Old"], command: "old/hook.mjs codex" }) ?? "";
    expect(hooksState(old, wanted)).toBe("outdated");
    const fresh = withHooks(old, wanted) ?? "";
    expect(hooksState(fresh, wanted)).toBe("installed");
    expect(fresh).not.toContain("old/hook.mjs");
    expect(fresh).not.toContain('"Old"');
    expect(withoutHooks(fresh, wanted)).toBe(PERSONS);
  });

  test("one of ours that the person put beside theirs goes alone", () => {
    const text = '{"hooks":{"Stop":[{"hooks":[{"command":"bell"},{"command":"hook.mjs codex"}]}]}}';
    expect(withoutHooks(text, wanted)).toBe('{"hooks":{"Stop":[{"hooks":[{"command":"bell"}]}]}}');
  });

  test.each(["", "nonsense", "{", "[1", "{} {}", '{"a" 1}', "{'a': 1}", "{a: 1}", '{"a": 01}'])(
    "%j is left alone",
    (text) => {
      expect(hooksState(text, wanted)).toBe("unreadable");
      expect(withHooks(text, wanted)).toBeNull();
      expect(withoutHooks(text, wanted)).toBeNull();
    },
  );

  test.each(["[]", "1", '{"hooks": []}', '{"hooks": {"Stop": 1}}'])(
    "%j is of another form",
    (text) => {
      expect(withHooks(text, wanted)).toBeNull();
    },
  );

  test("any JSON is read as JSON.parse reads it, and any other text as nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseJsonTree(text)).not.toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\a1/*\n '.split("")) }), (text) => {
        const tree = parseJsonTree(text);
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          return;
        }
        expect(value).toBeDefined();
        expect(tree).not.toBeNull();
      }),
    );
  });

  test("any settings come back as they were", () => {
    const key = fc.constantFrom("a", "hooks", "Stop", "Start");
    const settings = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, 4, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const installed = withHooks(text, wanted);
        if (installed === null) return;
        expect(hooksState(installed, wanted)).toBe("installed");
        const { hooks, ...rest } = JSON.parse(installed) as Record<string, unknown>;
        const { hooks: _, ...before } = value;
        expect(rest).toEqual(JSON.parse(JSON.stringify(before)));
        expect(hooks).toBeDefined();
        expect(hooksState(withoutHooks(installed, wanted) ?? "", wanted)).toBe("absent");
      }),
    );
  });
});

describe("a marked block", () => {
  test("is taken back exactly, wherever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "#", "é") }), (text) => {
        const block = withBlock(text, "x\ny");
        expect(blockIn(block)).toBe("x\ny");
        expect(withBlock(block, "x\ny")).toBe(block);
        expect(blockIn(withBlock(block, "z"))).toBe("z");
        expect(withoutBlock(block)).toBe(text);
      }),
    );
  });

  test("what came behind it stays", () => {
    expect(withoutBlock(`${withBlock("a\n", "x")}b\n`)).toBe("a\nb\n");
  });
});

function one(plan: Plan) {
  return (plan.kind === "planned" ? plan.changes : [])[0];
}

describe("codex", () => {
  const places = { env: {}, home: "/h", node: "/n/node", hookProgram: "/m y/maestro-hook.mjs" };
  const json = "/h/.codex/hooks.json";
  const toml = "/h/.codex/config.toml";
  const texts = (j: string | null, t: string | null) =>
    new Map([
      [json, j],
      [toml, t],
    ]);

  test("a file of its own where there is none, and none again", () => {
    const made = one(codexHooks.install(texts(null, 'model = "x"\n'), places));
    expect(made).toMatchObject({ path: json, before: null });
    expect(codexHooks.state(texts(made?.after ?? "", null), places).state).toBe("installed");
    expect(one(codexHooks.install(texts(made?.after ?? "", null), places))).toBeUndefined();
    const gone = one(codexHooks.uninstall(texts(made?.after ?? "", null), places));
    expect(gone).toMatchObject({ path: json, after: null });
  });

  test("beside the person's own in config.toml", () => {
    const before = '# mine\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "bell"\n';
    const made = one(codexHooks.install(texts(null, before), places));
    expect(made?.path).toBe(toml);
    expect(parse(made?.after ?? "")).toMatchObject({
      hooks: {
        Stop: [{ hooks: [{ command: "bell" }] }, { hooks: [{ command: codexCommand(places) }] }],
      },
    });
    expect(codexHooks.state(texts(null, made?.after ?? ""), places)).toEqual({
      state: "installed",
      path: toml,
    });
    expect(one(codexHooks.uninstall(texts(null, made?.after ?? ""), places))?.after).toBe(before);
  });

  test.each([
    [null, "[hooks]\nStop = []\n"],
    ["nonsense", null],
  ])("refuses what it does not understand (%#)", (j, t) => {
    expect(codexHooks.install(texts(j, t), places).kind).toBe("refused");
  });

  test("another home of Codex", () => {
    const moved = { ...places, env: { CODEX_HOME: "/c" } };
    expect(codexHooks.paths(moved)).toEqual(["/c/hooks.json", "/c/config.toml"]);
  });
});

test("a difference shows what changes, and little else", () => {
  const before = Array.from({ length: 20 }, (_, i) => `${i}`).join("\n");
  const after = before.replace("\n10\n", "\nten\n").replace("\n11\n", "\n11\n11a\n");
  expect(lineDiff(before, after).map(({ sign, text }) => sign + text)).toEqual(
    ["7", "8", "9"]
      .map((t) => ` ${t}`)
      .concat("-10", "+ten", " 11", "+11a", " 12", " 13", " 14", " …"),
  );
  expect(lineDiff("", "a\n")).toEqual([{ sign: "+", text: "a" }]);
});
