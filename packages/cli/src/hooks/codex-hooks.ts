import { join } from "node:path";
import { parse } from "smol-toml";
import type { FileChange, FileTexts, Places, Plan, UserHooks } from "./hook-files.ts";
import {
  hooksState,
  type HooksState,
  type WantedHooks,
  withHooks,
  withoutHooks,
} from "./hook-entries.ts";
import { blockIn, withBlock, withoutBlock } from "./marked-block.ts";

/** Events that every Codex with hooks knows; an unknown one might cost the whole file. */
const EVENTS = ["SessionStart", "UserPromptSubmit", "PermissionRequest", "PostToolUse", "Stop"];
const TIMEOUT_S = 5;

/**
 * Codex runs hooks only once the person trusted them, by a hash of what they say: so the command is
 * the same for every session. Outside one it ends before anything is started.
 */
export function codexCommand({ node, hookProgram }: Pick<Places, "node" | "hookProgram">): string {
  return `[ -z "$MAESTRO_SESSION_ID" ] || ${quote(node)} ${quote(hookProgram)} codex || :`;
}

/** Codex: `hooks.json`, or `config.toml` where the person keeps hooks there. */
export const codexHooks: UserHooks = {
  agent: "codex",
  note: "Codex asks whether you trust new hooks: approve them in /hooks once.",

  paths: (places) => [jsonPath(places), tomlPath(places)],

  state(texts, places) {
    const wanted = wantedFrom(places);
    const toml = texts.get(tomlPath(places)) ?? "";
    const block = blockIn(toml);
    if (block !== null) {
      const state = block === tomlBlock(wanted) ? "installed" : "outdated";
      return { state, path: tomlPath(places) };
    }
    const json = texts.get(jsonPath(places));
    const state: HooksState =
      json === null || json === undefined ? "absent" : hooksState(json, wanted);
    return { state, path: state === "absent" ? target(texts, places) : jsonPath(places) };
  },

  install(texts, places) {
    const wanted = wantedFrom(places);
    const path = this.state(texts, places).path;
    const before = texts.get(path) ?? null;
    if (path === tomlPath(places)) {
      const after = withBlock(before ?? "", tomlBlock(wanted));
      return isToml(after)
        ? planned({ path, before, after })
        : refused(`${path} holds hooks of another form; add these by hand:\n${tomlBlock(wanted)}`);
    }
    const after = withHooks(before ?? "{}\n", wanted);
    return after === null
      ? refused(`${path} is no JSON, or its "hooks" are not of the form that Codex documents`)
      : planned({ path, before, after });
  },

  uninstall(texts, places) {
    const changes: FileChange[] = [];
    const toml = texts.get(tomlPath(places)) ?? null;
    if (toml !== null) {
      const after = withoutBlock(toml);
      changes.push({ path: tomlPath(places), before: toml, after: after === "" ? null : after });
    }
    const json = texts.get(jsonPath(places)) ?? null;
    if (json !== null) {
      const after = withoutHooks(json, wantedFrom(places));
      if (after === null) return refused(`${jsonPath(places)} is no JSON`);
      changes.push({
        path: jsonPath(places),
        before: json,
        after: isEmptied(after) ? null : after,
      });
    }
    return planned(...changes);
  },
};

function wantedFrom(places: Places): WantedHooks {
  return {
    events: EVENTS,
    command: codexCommand(places),
    timeout: TIMEOUT_S,
    isOurs: (command) => /\bmaestro-hook\.mjs['"]* codex\b/.test(command),
  };
}

function tomlBlock({ events, command, timeout }: WantedHooks): string {
  return events
    .map((event) =>
      [
        `[[hooks.${event}]]`,
        `[[hooks.${event}.hooks]]`,
        'type = "command"',
        `command = ${JSON.stringify(command)}`,
        `timeout = ${timeout}`,
      ].join("\n"),
    )
    .join("\n\n");
}

/** Codex warns where hooks stand in both files: so they go where the person has some. */
function target(texts: FileTexts, places: Places): string {
  const toml = texts.get(tomlPath(places)) ?? "";
  const inToml = tableOf(toml)?.["hooks"] !== undefined;
  const inJson = (texts.get(jsonPath(places)) ?? null) !== null;
  return inToml && !inJson ? tomlPath(places) : jsonPath(places);
}

function codexHome({ env, home }: Places): string {
  return env["CODEX_HOME"] || join(home, ".codex");
}

function jsonPath(places: Places): string {
  return join(codexHome(places), "hooks.json");
}

function tomlPath(places: Places): string {
  return join(codexHome(places), "config.toml");
}

function tableOf(toml: string): Record<string, unknown> | null {
  try {
    return parse(toml);
  } catch {
    return null;
  }
}

function isToml(text: string): boolean {
  return tableOf(text) !== null;
}

/** What is left of a file that held nothing but our hooks. */
function isEmptied(json: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(json);
}

function planned(...changes: readonly FileChange[]): Plan {
  return { kind: "planned", changes: changes.filter(({ before, after }) => before !== after) };
}

function refused(reason: string): Plan {
  return { kind: "refused", reason };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}
