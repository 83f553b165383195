import { execFileSync } from "node:child_process";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A repository below a test's home, made and looked at with real git. */
export class ScratchRepository {
  /** The main checkout: one pushed commit, and a remote that has it. */
  readonly base: string;
  /** The bare repository that it pushes to. */
  readonly origin: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(base: string, origin: string, env: Readonly<Record<string, string>>) {
    this.base = base;
    this.origin = origin;
    this.#env = env;
  }

  static async make(at: { readonly home: string }, name = "shop"): Promise<ScratchRepository> {
    const base = join(at.home, "code", name);
    await mkdir(base, { recursive: true });
    const origin = join(at.home, `${name}.git`);
    const repository = new ScratchRepository(base, origin, {
      PATH: process.env["PATH"] ?? "",
      HOME: at.home,
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Tester",
      GIT_AUTHOR_EMAIL: "t@example.invalid",
      GIT_COMMITTER_NAME: "Tester",
      GIT_COMMITTER_EMAIL: "t@example.invalid",
    });
    repository.git(at.home, "init", "-q", "--bare", origin);
    repository.git(base, "init", "-q", "-b", "main");
    await writeFile(join(base, "a.txt"), "one\n");
    repository.commit(base, "c1");
    repository.git(base, "remote", "add", "origin", origin);
    repository.git(base, "push", "-q", "origin", "main");
    repository.git(base, "fetch", "-q");
    return repository;
  }

  /** Runs git and answers what it printed; throws where git fails. */
  git(cwd: string, ...args: string[]): string {
    return execFileSync("git", args, {
      cwd,
      env: this.#env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  /** Stages all there is and commits it. */
  commit(cwd: string, message: string): void {
    this.git(cwd, "add", "-A");
    this.git(cwd, "commit", "-qm", message);
  }

  branches(): string[] {
    const names = this.git(this.base, "for-each-ref", "--format=%(refname:short)", "refs/heads");
    return names.split("\n").filter((name) => name !== "");
  }

  /** The paths that git has registered, the main checkout's aside. */
  trees(): string[] {
    const lines = this.git(this.base, "worktree", "list", "--porcelain").split("\n");
    const paths = lines.flatMap((line) =>
      line.startsWith("worktree ") ? [line.slice("worktree ".length)] : [],
    );
    return paths.filter((path) => path !== this.base);
  }
}

/** One edit of a tracked file, one new file and one commit that no remote has. */
export async function leaveWork(repository: ScratchRepository, tree: string): Promise<void> {
  await put(join(tree, "committed.txt"), "kept\n");
  repository.commit(tree, "local work");
  await appendFile(join(tree, "a.txt"), "two\n");
  await put(join(tree, "new.txt"), "new\n");
}

/** Writes a file and the directories above it. */
export async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
