import { type EventsPing, EventsPong } from "@maestro/protocol";

/** Times one ping at a time. */
export class RoundTrip {
  readonly #told: (ms: number) => void;
  #id = 0;
  #sentAt: number | null = null;

  constructor(told: (ms: number) => void) {
    this.#told = told;
  }

  /** The ping to be sent; null while an answer is due, and then its age is told instead. */
  begin(): EventsPing | null {
    if (this.#sentAt !== null) {
      this.#told(performance.now() - this.#sentAt);
      return null;
    }
    this.#id += 1;
    this.#sentAt = performance.now();
    return { type: "ping", id: this.#id };
  }

  /** True where a frame is the answer to a ping; that of an earlier connection tells nothing. */
  answered(frame: unknown): boolean {
    const parsed = EventsPong.safeParse(frame);
    if (!parsed.success) return false;
    if (parsed.data.id === this.#id && this.#sentAt !== null) {
      this.#told(performance.now() - this.#sentAt);
      this.#sentAt = null;
    }
    return true;
  }

  /** The connection is gone, and the answer with it. */
  lost(): void {
    this.#sentAt = null;
  }
}
