import { append, type JsonContainer, memberOf, removeAt, sizeOf, valueOf } from "./edit-json.ts";
import { type JsonNode, parseJsonTree } from "./json-tree.ts";

/** The hooks that are to stand in a file, and how they are known again. */
export interface WantedHooks {
  readonly events: readonly string[];
  readonly command: string;
  readonly timeout: number;
  /** True for a command that any version of maestro put there. */
  isOurs(command: string): boolean;
}

/** How a file stands to what is wanted. */
export type HooksState = "installed" | "outdated" | "absent" | "unreadable";

/** A file of hooks as agents have it: `{"hooks": {EVENT: [{"hooks": [{"command": …}]}]}}`. */
export function hooksState(text: string, wanted: WantedHooks): HooksState {
  const tree = parseJsonTree(text);
  if (tree === null) return "unreadable";
  const value = valueOf(text, tree);
  const found = commandsIn(value).filter(({ command }) => wanted.isOurs(command));
  if (found.length === 0) return "absent";
  const right =
    found.length === wanted.events.length &&
    wanted.events.every((event) =>
      found.some((one) => one.event === event && one.command === wanted.command),
    );
  return right ? "installed" : "outdated";
}

/** The text with our hooks in it, once; null where the file is not of the shape. */
export function withHooks(text: string, wanted: WantedHooks): string | null {
  let next = hooksState(text, wanted) === "outdated" ? withoutHooks(text, wanted) : text;
  if (next === null || hooksState(next, wanted) === "installed") return next;
  const group = {
    hooks: [{ type: "command", command: wanted.command, timeout: wanted.timeout }],
  };
  for (const event of wanted.events) {
    const root: JsonNode | null = parseJsonTree(next);
    const hooks = memberOf(root, "hooks");
    const groups = memberOf(hooks, event);
    if (root?.kind !== "object") return null;
    if (hooks === null) next = append(next, root, { key: "hooks", value: { [event]: [group] } });
    else if (hooks.kind !== "object") return null;
    else if (groups === null) next = append(next, hooks, { key: event, value: [group] });
    else if (groups.kind !== "array") return null;
    else next = append(next, groups, { value: group });
  }
  return next;
}

/** The text without our hooks, and without what held nothing but them; null where it is no JSON. */
export function withoutHooks(text: string, wanted: WantedHooks): string | null {
  let next = text;
  for (;;) {
    const tree = parseJsonTree(next);
    if (tree === null) return null;
    const place = findOurs(next, tree, wanted);
    if (place === null) return next;
    next = removeAt(next, place.container, place.index);
  }
}

interface Place {
  readonly container: JsonContainer;
  readonly index: number;
}

/** The outermost thing that holds one of our hooks and nothing else. */
function findOurs(text: string, root: JsonNode, wanted: WantedHooks): Place | null {
  const hooks = memberOf(root, "hooks");
  if (root.kind !== "object" || hooks?.kind !== "object") return null;
  for (const [eventIndex, { value: groups }] of hooks.members.entries()) {
    if (groups.kind !== "array") continue;
    for (const [groupIndex, group] of groups.items.entries()) {
      const list = memberOf(group, "hooks");
      if (list?.kind !== "array") continue;
      const index = list.items.findIndex((item) => isOurs(valueOf(text, item), wanted));
      if (index === -1) continue;
      const path: Place[] = [
        { container: root, index: root.members.findLastIndex(({ key }) => key === "hooks") },
        { container: hooks, index: eventIndex },
        { container: groups, index: groupIndex },
        { container: list, index },
      ];
      // From the inside out: what has one item alone goes with it.
      let at = path.length - 1;
      while (at > 0 && sizeOf((path[at] as Place).container) === 1) at--;
      return path[at] ?? null;
    }
  }
  return null;
}

function isOurs(hook: unknown, wanted: WantedHooks): boolean {
  const { command } = (hook ?? {}) as { command?: unknown };
  return typeof command === "string" && wanted.isOurs(command);
}

function commandsIn(value: unknown): readonly { event: string; command: string }[] {
  const { hooks } = (value ?? {}) as { hooks?: unknown };
  return Object.entries(hooks ?? {}).flatMap(([event, groups]: [string, unknown]) =>
    (Array.isArray(groups) ? (groups as unknown[]) : []).flatMap((group) => {
      const { hooks: list } = (group ?? {}) as { hooks?: unknown };
      return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((hook) => {
        const { command } = (hook ?? {}) as { command?: unknown };
        return typeof command === "string" ? [{ event, command }] : [];
      });
    }),
  );
}
