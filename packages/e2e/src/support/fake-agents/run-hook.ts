import { spawn } from "node:child_process";
import { once } from "node:events";

/** How a hook's command ended. */
export interface HookResult {
  readonly code: number | null;
  readonly stdout: string;
}

/** Runs a hook's shell line with the payload on its standard input, as agents do. */
async function runHook(command: string, payload: object): Promise<HookResult> {
  const lifetime = process.env["FAKE_HOOK_LIFETIME_MS"] ?? "";
  const env = { ...process.env, MAESTRO_HOOK_LIFETIME_MS: lifetime };
  const child = spawn("/bin/sh", ["-c", command], { env, stdio: ["pipe", "pipe", "ignore"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(payload));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout };
}

/** One entry of a settings file's hooks. */
interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string; readonly async?: boolean }[];
}

/** A settings file, as far as it is about hooks. */
export interface HookSettings {
  readonly hooks?: Readonly<Record<string, readonly HookGroup[]>>;
}

/** Runs every hook of an event that its matcher does not leave out; answers what each printed. */
export async function runHooks(
  settings: readonly HookSettings[],
  payload: { readonly hook_event_name: string; readonly tool_name?: unknown },
): Promise<readonly HookResult[]> {
  const tool = typeof payload.tool_name === "string" ? payload.tool_name : "";
  const groups = settings.flatMap(({ hooks }) => hooks?.[payload.hook_event_name] ?? []);
  const chosen = groups.filter(
    ({ matcher = "" }) =>
      matcher === "" || matcher === "*" || new RegExp(`^(?:${matcher})$`).test(tool),
  );
  // The same command twice is run once.
  const hooks = new Map(chosen.flatMap((group) => group.hooks).map((hook) => [hook.command, hook]));
  const running = [...hooks.values()].map(async ({ command, async: inBackground }) => {
    const result = runHook(command, payload);
    return inBackground === true ? { code: 0, stdout: "" } : result;
  });
  return Promise.all(running);
}
