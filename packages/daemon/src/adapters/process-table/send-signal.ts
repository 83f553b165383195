/** Sends a signal to a pid that was just seen to be the right process. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: it ended meanwhile. EPERM: it became another user's (sudo); that it lives on is seen
    // by whoever waits for its end.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
