import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Scratch } from "../../support/scratch-repository.ts";

/** Everything of a tree that a person could tell two trees apart by. */
export interface WholeState {
  readonly files: Readonly<Record<string, string>>;
  readonly status: string;
  readonly staged: string;
  readonly head: string;
}

/** The state of a tree, without asking the code under test. */
export function readWholeState(scratch: Scratch, directory: string): WholeState {
  // A monitor that does not tell of changes would make equal trees look different.
  const settings = ["-c", "core.quotePath=false", "-c", "core.fsmonitor=false"];
  const git = (...args: string[]): string => scratch.git(directory, ...settings, ...args);
  return {
    files: readFiles(scratch.at(directory)),
    status: git(
      "status",
      "--porcelain=v2",
      "--untracked-files=all",
      "--ignored=traditional",
      "--ignore-submodules=none",
    ),
    staged: git("ls-files", "-v", "-s"),
    head: headOf(git),
  };
}

function headOf(git: (...args: string[]) => string): string {
  try {
    return git("rev-parse", "-q", "--verify", "HEAD");
  } catch {
    return "unborn";
  }
}

/** By name in bytes, one character each: a name need not be text. */
function readFiles(root: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  const at = (name: string): Buffer =>
    Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, "latin1")]);
  const walk = (directory: string): void => {
    for (const entry of readdirSync(at(directory), { encoding: "buffer" })) {
      const name = `${directory}${entry.toString("latin1")}`;
      if (name === ".git") continue;
      const stats = lstatSync(at(name));
      if (stats.isDirectory()) walk(`${name}/`);
      else if (stats.isSymbolicLink()) files[name] = `link ${readlinkSync(at(name))}`;
      else {
        const mode = (stats.mode & 0o7777).toString(8);
        files[name] = `${mode} ${readFileSync(at(name)).toString("base64")}`;
      }
    }
  };
  walk("");
  return files;
}
