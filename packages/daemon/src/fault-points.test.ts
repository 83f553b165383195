import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { faultPoints } from "./fault-points.ts";

class Port {
  readonly #made: string[] = [];

  make(name: string): readonly string[] {
    this.#made.push(name);
    return this.#made;
  }

  look(): number {
    return this.#made.length;
  }
}

test.each([undefined, ""])("where no file is named (%j) a port is the very same", (file) => {
  const port = new Port();
  expect(faultPoints(file)(port, ["make"])).toBe(port);
});

test("the daemon ends right before the step of that number, counted from when the file appeared", () => {
  const root = mkdtempSync(join(tmpdir(), "maestro-fault-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = join(root, "at");
  const died = vi.fn<() => void>();
  const port = faultPoints(file, died)(new Port(), ["make"]);
  port.make("unarmed");
  writeFileSync(file, "2");
  port.make("first");
  port.look();
  expect(died).not.toHaveBeenCalled();
  died.mockImplementation(() => expect(port.look()).toBe(2));
  expect(port.make("second")).toEqual(["unarmed", "first", "second"]);
  port.make("third");
  expect(died).toHaveBeenCalledTimes(1);
});
