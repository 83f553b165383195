const words = process.argv.slice(2);

// An agent waits for a hook: nothing else is loaded for it.
const isHook = words[0] === "hook" && words[1] !== undefined && !words[1].startsWith("-");
if (isHook) await (await import("./commands/hook.ts")).hook();
else await runCommand();

async function runCommand(): Promise<void> {
  // A reader that has seen enough (`maestro ls | head -1`) is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`maestro: the output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
  // Nobody is left to be told.
  process.stderr.on("error", () => {});
  const { run } = await import("./run.ts");
  process.exitCode = await run(words);
}
