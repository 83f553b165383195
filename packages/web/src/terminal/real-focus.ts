/**
 * Tells a change of focus that a person made from one that a program asked about: xterm.js reports
 * the focus also when a program only switches reports on, and then every page would answer.
 */
export class RealFocus {
  #changing = false;
  readonly #stop: () => void;

  constructor(element: HTMLElement) {
    const note = (): void => {
      this.#changing = true;
      queueMicrotask(() => {
        this.#changing = false;
      });
    };
    element.addEventListener("focusin", note, true);
    element.addEventListener("focusout", note, true);
    element.addEventListener("focus", note, true);
    element.addEventListener("blur", note, true);
    this.#stop = () => {
      for (const type of ["focusin", "focusout", "focus", "blur"]) {
        element.removeEventListener(type, note, true);
      }
    };
  }

  /** True for everything but a report of the focus that nobody changed. */
  allows(typed: string): boolean {
    return this.#changing || (typed !== "\u001b[I" && typed !== "\u001b[O");
  }

  dispose(): void {
    this.#stop();
  }
}
