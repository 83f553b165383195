/** Starts the person's own program beside this one, as the agent would have. */
export async function startNotify([program = "", ...rest]: readonly string[]): Promise<void> {
  const { spawn } = await import("node:child_process");
  const child = spawn(program, rest, { detached: true, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}
