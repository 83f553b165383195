import type { Conversations } from "./conversations.ts";
import type { Deliver, Happening } from "./happening.ts";
import type { Key } from "./keys.ts";
import type { Persona, Started } from "./persona.ts";
import { Screen } from "./screen.ts";
import { parseSteps, type Step } from "./steps.ts";

const FRAME_MS = 100;

/** What the agent is in the middle of. */
type Doing =
  | { readonly kind: "resting" }
  | { readonly kind: "working"; finish(): void }
  | { readonly kind: "asking"; readonly lines: readonly string[]; answer(yes: boolean): void };

class Interrupted extends Error {}

/** An agent at its terminal: takes prompts, works them off step by step, and tells its hooks. */
export class Engine {
  readonly #persona: Persona;
  readonly #deliver: Deliver;
  readonly #conversations: Conversations;
  readonly #screen = new Screen();
  readonly #transcript: string[] = [];
  readonly #waiting: string[] = [];
  #conversation: string;
  #prompts: string[] = [];
  #doing: Doing = { kind: "resting" };
  #busy = false;
  #interrupt: ((reason: Interrupted) => void) | null = null;
  /** It was interrupted while it told a hook something. */
  #stopped = false;
  /** It was told to finish before the work began that this ends. */
  #finished = false;
  #typed = "";
  #tick = 0;
  #exit: (code: number) => void = () => {};

  constructor(
    persona: Persona,
    deliver: Deliver,
    { conversations, started }: { conversations: Conversations; started: Started },
  ) {
    this.#persona = persona;
    this.#deliver = deliver;
    this.#conversations = conversations;
    this.#conversation = started.conversation;
  }

  /** Resolves with the exit code when the agent ends. */
  async run(started: Started, earlier: readonly string[]): Promise<number> {
    const ended = new Promise<number>((resolve) => (this.#exit = resolve));
    this.#screen.open();
    this.#prompts = [...earlier];
    for (const prompt of earlier)
      this.#transcript.push(`> ${prompt}`, this.#persona.looks.reply("…"));
    const frames = setInterval(() => {
      this.#tick++;
      this.#draw();
    }, FRAME_MS);
    process.stdout.on("resize", () => {
      this.#screen.forget();
      this.#draw();
    });
    await this.#tell({ kind: "started", source: started.resumed ? "resume" : "startup" });
    if (started.prompt !== null) this.#submit(started.prompt);
    this.#draw();
    const code = await ended;
    clearInterval(frames);
    this.#screen.close();
    return code;
  }

  press(key: Key): void {
    const doing = this.#doing;
    if (key.kind === "interrupt" || key.kind === "end") void this.#leave(0);
    else if (doing.kind === "asking") this.#answer(doing, key);
    else if (key.kind === "text") this.#typed += key.text;
    else if (key.kind === "backspace") this.#typed = this.#typed.slice(0, -1);
    else if (key.kind === "escape") this.#stop();
    else if (this.#typed.trim() !== "") {
      const line = this.#typed.trim();
      this.#typed = "";
      if (line === "finish" && doing.kind === "working") doing.finish();
      else this.#submit(line);
    }
    this.#draw();
  }

  #answer(asking: Extract<Doing, { kind: "asking" }>, key: Key): void {
    const { kind } = key;
    const word = kind === "text" ? key.text : "";
    if (kind === "enter" || word === "1" || word === "y") asking.answer(true);
    else if (kind === "escape" || word === "2" || word === "n") asking.answer(false);
  }

  #stop(): void {
    if (this.#interrupt !== null) this.#interrupt(new Interrupted());
    else this.#stopped = this.#busy;
  }

  #finishSoon(): void {
    this.#finished = true;
  }

  #submit(prompt: string): void {
    this.#waiting.push(prompt);
    if (!this.#busy) void this.#workOff();
  }

  async #workOff(): Promise<void> {
    this.#busy = true;
    for (;;) {
      const prompt = this.#waiting.shift();
      if (prompt === undefined) break;
      try {
        await this.#turn(prompt);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        this.#doing = { kind: "resting" };
        this.#transcript.push(this.#persona.looks.interrupted);
        await this.#tell({ kind: "interrupted" });
      }
      this.#stopped = false;
      this.#finished = false;
      this.#draw();
    }
    this.#busy = false;
  }

  async #turn(prompt: string): Promise<void> {
    this.#prompts.push(prompt);
    this.#transcript.push(`> ${prompt}`);
    await this.#conversations.add(this.#conversation, prompt);
    this.#doing = { kind: "working", finish: () => this.#finishSoon() };
    this.#draw();
    await this.#tell({ kind: "prompted", text: prompt });
    let [words, background] = [`Did: ${prompt}`, 0];
    for (const step of parseSteps(prompt)) {
      if (step.kind === "say") ({ words } = step);
      else if (step.kind === "background") background = step.count;
      else if ((await this.#step(step)) === "turn-over") return;
    }
    this.#doing = { kind: "resting" };
    this.#transcript.push(this.#persona.looks.reply(words));
    this.#draw();
    await this.#tell({ kind: "turn-done", words, background });
  }

  async #step(
    step: Exclude<Step, { kind: "say" | "background" }>,
  ): Promise<"goes-on" | "turn-over"> {
    switch (step.kind) {
      case "work":
        await this.#work(step.ms);
        return "goes-on";
      case "ask":
        await this.#ask(step.command);
        return "goes-on";
      case "tool":
        await this.#tell({ kind: "tool-done", tool: "Bash", subagent: null });
        return "goes-on";
      case "sub": {
        const subagent = `sub-${this.#tick}`;
        await this.#tell({ kind: "subagent-started", subagent });
        await this.#tell({ kind: "tool-done", tool: "Read", subagent });
        await this.#tell({ kind: "subagent-done", subagent });
        this.#transcript.push("  (a sub-agent is done)");
        return "goes-on";
      }
      case "notify":
        await this.#tell({ kind: "notified", type: step.type, message: `fake: ${step.type}` });
        return "goes-on";
      case "compact":
        await this.#tell({ kind: "started", source: "compact" });
        return "goes-on";
      case "fail":
        this.#doing = { kind: "resting" };
        this.#transcript.push(`API Error: ${step.error}`);
        await this.#tell({ kind: "turn-failed", error: step.error });
        return "turn-over";
      case "clear":
        this.#doing = { kind: "resting" };
        await this.#tell({ kind: "ended", reason: "clear" });
        this.#conversation = this.#persona.newConversation();
        this.#prompts = [];
        this.#transcript.length = 0;
        await this.#tell({ kind: "started", source: "clear" });
        return "turn-over";
      case "exit":
        await this.#leave(step.code);
        return "turn-over";
      case "crash":
        return crash(step.how);
    }
    return step satisfies never;
  }

  async #work(ms: number | null): Promise<void> {
    if (this.#finished) {
      this.#finished = false;
      return;
    }
    await this.#interruptible<void>((done) => {
      this.#doing = { kind: "working", finish: done };
      if (ms !== null) setTimeout(done, ms);
    });
  }

  async #ask(command: string): Promise<void> {
    const { looks } = this.#persona;
    const input = { command };
    const told = this.#tell({ kind: "asked", tool: "Bash", input });
    const yes = await this.#interruptible<boolean>((answer) => {
      this.#doing = { kind: "asking", lines: looks.dialog(`Bash ${command}`), answer };
      this.#draw();
    });
    await told;
    if (!yes) throw new Interrupted();
    this.#doing = { kind: "working", finish: () => this.#finishSoon() };
    await this.#tell({ kind: "answered" });
  }

  async #interruptible<T>(start: (resolve: (value: T) => void) => void): Promise<T> {
    if (this.#stopped) throw new Interrupted();
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#interrupt = reject;
        start(resolve);
      });
    } finally {
      this.#interrupt = null;
    }
  }

  async #tell(happening: Happening): Promise<void> {
    const scene = { conversation: this.#conversation, prompts: this.#prompts };
    this.#transcript.push(...(await this.#deliver(happening, scene)));
    this.#draw();
  }

  async #leave(code: number): Promise<void> {
    await this.#tell({ kind: "ended", reason: "exit" });
    this.#exit(code);
  }

  #draw(): void {
    const { looks, name } = this.#persona;
    const doing = this.#doing;
    const topic = name;
    const titles = {
      resting: looks.titleAtRest(topic),
      working: looks.titleAtWork(topic, this.#tick),
      asking: looks.titleWaiting(topic, this.#tick),
    };
    this.#screen.draw({
      title: titles[doing.kind],
      transcript: this.#transcript,
      status: doing.kind === "working" ? looks.statusLine(this.#tick) : null,
      dialog: doing.kind === "asking" ? doing.lines : null,
      composer: looks.composer + this.#typed.replaceAll("\n", "⏎"),
      footer: looks.footer,
    });
  }
}

/** Ends without a word to anybody. */
function crash(how: "exit" | "kill"): never {
  if (how === "kill") process.kill(process.pid, "SIGKILL");
  process.exit(70);
}
