import type { Argv } from "./agent.ts";

/** Where the program that a command is about stands in it. */
export interface Unwrapped {
  readonly at: number;
  /** True where a package runner starts it: then the word may be a package's name. */
  readonly fromPackage: boolean;
}

/** A program that starts the command behind its own options. */
interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Options with which it does something else altogether. */
  readonly refused?: readonly string[];
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: boolean;
  /** So many words of its own come before the command. */
  readonly operands?: number;
  /** It starts a package's program. */
  readonly packages?: boolean;
  /** The words that have to follow its name for it to be this wrapper. */
  readonly verbs?: readonly string[];
  /** The command has to stand behind `--`: else its options would be taken for the wrapper's. */
  readonly behindDashes?: boolean;
}

const PACKAGE_OPTIONS = ["-p", "--package", "--registry", "--cache", "--loglevel"];

const WRAPPERS: Readonly<Record<string, readonly Wrapper[]>> = {
  env: [
    {
      valued: ["-u", "--unset", "-C", "--chdir"],
      refused: ["-S", "--split-string", "-s"],
      assignments: true,
    },
  ],
  sudo: [
    {
      valued:
        "-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -r -t -T".split(" "),
      refused: ["-e", "--edit", "-l", "--list", "-v", "-K", "-k"],
      assignments: true,
    },
  ],
  doas: [{ valued: ["-u", "-C"], refused: ["-L", "-s"] }],
  exec: [{ valued: ["-a"] }],
  command: [{ refused: ["-v", "-V"] }],
  nohup: [{}],
  setsid: [{}],
  time: [{ valued: ["-f", "--format", "-o", "--output"] }],
  nice: [{ valued: ["-n", "--adjustment"] }],
  ionice: [{ valued: ["-c", "--class", "-n", "--classdata"], refused: ["-p"] }],
  stdbuf: [{ valued: ["-i", "-o", "-e", "--input", "--output", "--error"] }],
  timeout: [{ valued: ["-k", "--kill-after", "-s", "--signal"], operands: 1 }],
  caffeinate: [{ valued: ["-t", "-w"] }],
  npx: [{ valued: PACKAGE_OPTIONS, refused: ["-c", "--call"], packages: true }],
  bunx: [{ valued: ["-p", "--package"], packages: true }],
  pnpx: [{ valued: PACKAGE_OPTIONS, packages: true }],
  npm: [
    { verbs: ["exec"], valued: PACKAGE_OPTIONS, packages: true, behindDashes: true },
    { verbs: ["x"], valued: PACKAGE_OPTIONS, packages: true, behindDashes: true },
  ],
  pnpm: [{ verbs: ["dlx"], valued: PACKAGE_OPTIONS, packages: true }, { verbs: ["exec"] }],
  yarn: [{ verbs: ["dlx"], valued: ["-p", "--package"], packages: true }, { verbs: ["exec"] }],
  bun: [{ verbs: ["x"], valued: ["-p", "--package"], packages: true }],
  mise: [
    { verbs: ["exec"], behindDashes: true },
    { verbs: ["x"], behindDashes: true },
  ],
  direnv: [{ verbs: ["exec"], operands: 1 }],
  op: [{ verbs: ["run"], behindDashes: true }],
};

const ASSIGNMENT = /^\0?[A-Za-z_]\w*=/;
const MOST_LAYERS = 8;

/**
 * Finds the program behind `env A=b`, `sudo -u me`, `npx -y` and their like. Null where a wrapper is
 * used in a way that is not understood.
 */
export function unwrapCommand(words: Argv, isShellLine: boolean): Unwrapped | null {
  let at = isShellLine ? skipAssignments(words, 0) : 0;
  let fromPackage = false;
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const word = words[at];
    if (word === undefined) return null;
    const name = programOf(word);
    const wrappers = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (wrappers === undefined) return { at, fromPackage };
    const wrapper = wrappers.find(({ verbs = [] }) =>
      verbs.every((verb, index) => words[at + 1 + index] === verb),
    );
    if (wrapper === undefined) return { at, fromPackage };
    const inner = skipWrapper(words, at + 1 + (wrapper.verbs?.length ?? 0), wrapper);
    if (inner === null) return null;
    at = inner;
    fromPackage = wrapper.packages === true;
  }
  return null;
}

/** A program's name without the path it was called by. */
export function programOf(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** A package's name without the version behind it. */
export function packageOf(word: string): string {
  return word.replace(/(?<=.)@[^/]*$/, "");
}

function skipAssignments(words: Argv, from: number): number {
  let at = from;
  while (ASSIGNMENT.test(words[at] ?? "")) at++;
  return at;
}

function skipWrapper(words: Argv, from: number, wrapper: Wrapper): number | null {
  let at = from;
  let dashes = false;
  for (; words[at]?.startsWith("-") === true; at++) {
    const option = words[at] as string;
    if (option === "--") {
      dashes = true;
      at++;
      break;
    }
    const name = option.replace(/=.*$/s, "");
    if (wrapper.refused?.includes(name) === true) return null;
    if (wrapper.valued?.includes(option) === true) at++;
  }
  if (wrapper.assignments === true) at = skipAssignments(words, at);
  at += wrapper.operands ?? 0;
  if (wrapper.behindDashes === true && !dashes) return null;
  return at;
}
