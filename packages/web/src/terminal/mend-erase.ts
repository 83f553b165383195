import type { IDisposable, Terminal } from "@xterm/xterm";

/** What has to be reached behind the API of xterm.js 6.0.0, which is pinned. */
interface Core {
  readonly cols: number;
  readonly buffers: {
    readonly active: { x: number; y: number; readonly lines: { get(at: number): unknown } };
  };
  readonly _inputHandler: {
    eraseInDisplay(params: Parameters, selective: boolean): boolean;
    eraseInLine(params: Parameters, selective: boolean): boolean;
  };
}

interface Parameters {
  readonly params: readonly number[];
}

const UP_TO_CURSOR = { params: [1] };

/**
 * Erases the screen up to the cursor where that is in the last column of the last row: there
 * `CSI 1 J` reaches for a line below the screen, and xterm.js throws and parses nothing more.
 */
export function mendErase(terminal: Terminal): IDisposable {
  const mended = [false, true].map((selective) => {
    const id = selective ? { prefix: "?", final: "J" } : { final: "J" };
    return terminal.parser.registerCsiHandler(id, (params) => {
      const core = (terminal as unknown as { readonly _core: Core })._core;
      const cursor = core.buffers.active;
      const { x, y, lines } = cursor;
      const throws = params[0] === 1 && x + 1 >= core.cols && lines.get(y + 1) === undefined;
      if (!throws) return false;
      cursor.x = core.cols - 2;
      core._inputHandler.eraseInDisplay(UP_TO_CURSOR, selective);
      cursor.x = core.cols - 1;
      core._inputHandler.eraseInLine(UP_TO_CURSOR, selective);
      cursor.x = x;
      return true;
    });
  });
  return { dispose: () => mended.forEach((one) => one.dispose()) };
}
