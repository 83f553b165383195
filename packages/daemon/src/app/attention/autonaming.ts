import { localName } from "../../domain/agents/local-name.ts";
import { normaliseName } from "../../domain/session-name.ts";
import { type Session, type SessionId, withName } from "../../domain/session.ts";
import type { NamingModel } from "../../ports/naming-model.ts";
import type { AppContext } from "../app-context.ts";
import type { Turn } from "../session-store.ts";

/** More of a prompt than this says nothing more about its name. */
const MAX_PROMPT = 4_000;

/**
 * Names sessions after the first thing they were asked, where nobody gave them a name. A session has
 * one attempt; a person's name always wins.
 */
export class Autonaming {
  readonly #context: AppContext;
  readonly #model: NamingModel | null;
  readonly #claimed = new Set<SessionId>();

  /** `model` null names by rule alone, and the name stays provisional. */
  constructor(context: AppContext, model: NamingModel | null) {
    this.#context = context;
    this.#model = model;
  }

  /** The first prompt claims the attempt: two at once start one. */
  async prompted(id: SessionId, prompt: string): Promise<void> {
    const session = this.#context.store.get(id);
    if (session === null || this.#claimed.has(id) || !isHandle(session)) return;
    this.#claimed.add(id);
    const text = prompt.slice(0, MAX_PROMPT);
    await this.#rename(id, localName(text), "generated");
    if (this.#model === null) return;
    void this.#model
      .name(text)
      .then((answer) => this.#rename(id, answer, "auto"))
      .catch((error: Error) => {
        this.#context.log.warn("a session could not be named", { id, error: error.message });
      });
  }

  forget(id: SessionId): void {
    this.#claimed.delete(id);
  }

  #rename(id: SessionId, answer: string | null, source: "generated" | "auto"): Promise<void> {
    const name = answer === null ? null : normaliseName(answer);
    if (name === null) return Promise.resolve();
    return this.#context.store.turn(id, async (turn: Turn) => {
      // A person may have named it meanwhile.
      if (turn.current()?.metadata["name_source"] !== "generated") return;
      await turn.commit((now) => ({ ...now, metadata: withName(now.metadata, name, source) }));
    });
  }
}

/** A name that was found by rule looks otherwise: its attempt was made, by an earlier daemon perhaps. */
function isHandle({ metadata }: Session): boolean {
  const { name, name_source: source } = metadata;
  return source === "generated" && typeof name === "string" && HANDLE.test(name);
}

/** Two words of lower case, and a number where there are many. */
const HANDLE = /^[a-z]+-[a-z]+(?:-\d+)?$/;
