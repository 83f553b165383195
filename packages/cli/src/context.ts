import { homedir } from "node:os";
import { configFileOf, stateDirOf } from "./paths.ts";
import { type Style, styleOf, wantsColour, wantsUnicode } from "./output/style.ts";

/** Everything of the outside that a command sees. */
export interface Context {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly cwd: () => string;
  readonly stateDir: string;
  readonly configFile: string;
  readonly now: () => number;
  /** Standard output: lines for a person or a script. */
  print(line: string): void;
  /** Standard error: what a script does not read. */
  note(line: string): void;
  readonly style: Style;
  readonly colour: boolean;
  readonly unicode: boolean;
  /** Columns of the terminal, or null where the output is no terminal. */
  width(): number | null;
  readonly interactive: boolean;
}

/** The context of this process. */
export function processContext(stateDir: string | undefined): Context {
  const { env, stdout, stderr } = process;
  const home = env["HOME"] || homedir();
  const colour = wantsColour(stdout.isTTY, env);
  return {
    env,
    home,
    cwd: () => process.cwd(),
    stateDir: stateDirOf(stateDir, env, home),
    configFile: configFileOf(env, home),
    now: Date.now,
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    style: styleOf(colour),
    colour,
    unicode: wantsUnicode(env),
    width: () => (stdout.isTTY ? columnsOf(env) || stdout.columns || 80 : null),
    interactive: stdout.isTTY,
  };
}

/** The width that a person asked for, as ls and git take it; 0 where none was. */
function columnsOf(env: NodeJS.ProcessEnv): number {
  return /^\d{1,4}$/.test(env["COLUMNS"] ?? "") ? Number(env["COLUMNS"]) : 0;
}

/** Prints a value for scripts. */
export function printJson(context: Context, value: unknown): void {
  context.print(JSON.stringify(value, null, 2));
}
