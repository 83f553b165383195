import { beforeEach, expect, test } from "vitest";
import { sessionId } from "../../domain/support/a-session.ts";
import type { Exit } from "../../domain/session.ts";
import type { Pane } from "../../ports/terminal-host.ts";
import { settled } from "../support/deferred.ts";
import { FakeModels } from "../support/fake-models.ts";
import { FakePane } from "../support/fake-pane.ts";
import { FakeViewer } from "../support/fake-viewer.ts";
import { Journal, RecordingLog } from "../support/journal.ts";
import { Terminal } from "./terminal.ts";

const ID = sessionId(1);
const SIZE = { cols: 80, rows: 24 };
const EXIT: Exit = { code: 3, signal: null, at: 1 };

let models: FakeModels;
let terminal: Terminal;
let pane: FakePane;
let ends: { readonly pane: Pane; readonly exit: Exit | null }[];

beforeEach(() => {
  models = new FakeModels();
  ends = [];
  terminal = new Terminal(ID, SIZE, models, {
    rawTailBytes: 0,
    log: new RecordingLog(),
    listener: {
      output: () => {},
      screenChanged: () => {},
      signalled: () => {},
      touched: () => {},
      submitted: () => {},
      ended: (of, exit) => void ends.push({ pane: of, exit }),
    },
  });
  pane = new FakePane(10, terminal, new Journal());
});

function attach(): FakeViewer {
  const viewer = new FakeViewer();
  const feed = terminal.attach(viewer, null);
  feed.begin();
  return viewer;
}

test("an end that comes before the pane is known is told once it is", () => {
  pane.end(EXIT);
  expect(ends).toEqual([]);
  terminal.connect(pane);
  expect(ends).toEqual([{ pane, exit: EXIT }]);
});

test("an end is told once", () => {
  terminal.connect(pane);
  pane.end(EXIT);
  pane.end(null);
  expect(ends).toEqual([{ pane, exit: EXIT }]);
});

test("what is printed before and after somebody attaches is on the screen once", async () => {
  terminal.connect(pane);
  pane.print("one ");
  const viewer = attach();
  pane.print("two ");
  await settled();
  pane.print("three");
  expect(viewer.screen).toBe("one two three");
  expect(models.of(ID).content).toBe("one two three");
});

test("a capture replaces what the model had, and everybody attached starts again from it", async () => {
  terminal.connect(pane);
  const viewer = attach();
  await settled();
  pane.print("half of wh");
  terminal.refilled({ cols: 80, rows: 24, bytes: Buffer.from("the whole") });
  pane.print(" and more");
  await settled();
  expect(viewer.got).toContain("resync");
  expect(viewer.screen).toBe("the whole and more");
});

test("a pane that was found at another size than its clients claim is told their size, model first", async () => {
  terminal.connect(pane);
  terminal.attach(new FakeViewer(), { cols: 80, rows: 24 });
  terminal.refilled({ cols: 132, rows: 50, bytes: Buffer.from("") });
  await settled();
  expect(pane.sizes).toEqual([SIZE]);
  expect(models.of(ID).size).toEqual(SIZE);
  expect(terminal.size).toEqual(SIZE);
});

test("a size that the pane refuses is taken back everywhere", async () => {
  terminal.connect(pane);
  pane.failing.add("resize");
  const viewer = attach();
  await settled();
  terminal.claim(viewer, { cols: 100, rows: 30 });
  await settled();
  expect(terminal.size).toEqual(SIZE);
  expect(models.of(ID).size).toEqual(SIZE);
  expect(viewer.frames.filter(({ type }) => type === "resized")).toEqual([
    { type: "resized", cols: 100, rows: 30 },
    { type: "resized", ...SIZE },
  ]);
});

test("text goes as a paste where the program asked for marks, and is never typed into an ended command", async () => {
  terminal.connect(pane);
  models.of(ID).bracketedPaste = true;
  await terminal.paste("a\nb");
  expect(pane.typed).toEqual(["\u001B[200~a\rb\u001B[201~"]);
  pane.end(EXIT);
  await expect(terminal.type(Buffer.from("x"))).rejects.toMatchObject({ code: "not_running" });
  expect(pane.typed).toHaveLength(1);
});

test("text and its Enter are one unit against what others type", async () => {
  terminal.connect(pane);
  const note = async (): Promise<void> => {};
  const progress = { begun: note, typed: note, entering: note };
  const submit = terminal.submit("text", { asPaste: false, gapMs: 1, check: null, progress });
  const key = terminal.type(Buffer.from("k"));
  await Promise.all([submit, key]);
  expect(pane.typed).toEqual(["text", "\r", "k"]);
});

test("who is attached when the command ends keeps its last screen, also one that asks late", async () => {
  terminal.connect(pane);
  const early = attach();
  await settled();
  pane.print("bye");
  pane.end(EXIT);
  const late = attach();
  terminal.tellEnded(EXIT);
  terminal.retire();
  await settled();
  expect(early.got.slice(-2)).toEqual(["<bye>", "ended"]);
  expect(late.got).toEqual(["<bye>", "live", "ended"]);
  expect(models.of(ID).isClosed).toBe(true);
  expect(early.closedFor).toBeNull();
});
