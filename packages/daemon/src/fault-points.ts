import { readFileSync } from "node:fs";

/** Marks methods of a port as steps at which a test may end the daemon. */
export type FaultPoints = <T extends object>(port: T, steps: readonly (keyof T)[]) => T;

/** What is done to the daemon: it ends at once, as by `kill -9`. */
const end = (): void => void process.kill(process.pid, "SIGKILL");

/**
 * The points at which a test ends the daemon: right before a step that changes something outside.
 * `file` holds the number of the step, counted from when the file appeared; where no file is named,
 * which is always but in tests, ports stay as they are.
 */
export function faultPoints(file: string | undefined, die: () => void = end): FaultPoints {
  if (file === undefined || file === "") return (port) => port;
  let counted = 0;
  const step = (): void => {
    const wanted = readNumber(file);
    if (wanted === null) counted = 0;
    else if (++counted === wanted) die();
  };
  return (port, steps) =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: readonly unknown[]): unknown => {
          if (steps.includes(name as keyof typeof target)) step();
          return Reflect.apply(value, target, args);
        };
      },
    });
}

function readNumber(file: string): number | null {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
