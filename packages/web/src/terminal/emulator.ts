import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { WebglAddon } from "@xterm/addon-webgl";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { hasGraphicsCard } from "./graphics-card.ts";
import { mendErase } from "./mend-erase.ts";
import { silenceAnswers } from "./silence-answers.ts";
import { strictDocument, withStrictElements } from "./strict-document.ts";
import { TERMINAL_THEMES } from "./themes.ts";

/** What an emulator tells the pane that shows it. */
export interface EmulatorListener {
  /** A link is under the pointer, or no longer. */
  hovered(uri: string | null): void;
  /** Somebody chose a link; `shown` is true where the address itself is what stands there. */
  chosen(uri: string, shown: boolean): void;
}

/** How a terminal looks. */
export interface EmulatorLook {
  readonly theme: "dark" | "light";
  readonly fontSize: number;
  readonly screenReader: boolean;
}

/** xterm.js with all that this page adds to it. */
export interface Emulator {
  readonly terminal: Terminal;
  readonly search: SearchAddon;
  /** Puts it into the page. Once. */
  open(parent: HTMLElement): void;
  /** Columns and rows that fit into the space there is, or null while it has none. */
  fitting(): { readonly cols: number; readonly rows: number } | null;
  look(look: EmulatorLook): void;
  dispose(): void;
}

/** 18 pixels a line at 13 pixels a letter, whose own line is 17 high; the product is cut off. */
const LINE_HEIGHT = 1.06;

const HISTORY = 10_000;

/** Makes an emulator; it shows nothing until it is opened. */
export function createEmulator(listener: EmulatorListener, look: EmulatorLook): Emulator {
  const terminal = new Terminal({
    allowProposedApi: true,
    documentOverride: strictDocument(),
    fontFamily: '"JetBrains Mono Variable", "DejaVu Sans Mono", monospace',
    lineHeight: LINE_HEIGHT,
    cursorInactiveStyle: "outline",
    scrollback: HISTORY,
    // What the program chose: a corrected contrast is no longer the terminal that it drew.
    minimumContrastRatio: 1,
    rightClickSelectsWord: false,
    linkHandler: {
      activate: (_event, uri) => listener.chosen(uri, false),
      hover: (_event, uri) => listener.hovered(uri),
      leave: () => listener.hovered(null),
    },
    ...optionsOf(look),
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(
    new WebLinksAddon(
      (event, uri) => {
        // A plain click places the cursor or selects; programs use it too.
        if (event.ctrlKey || event.metaKey) listener.chosen(uri, true);
      },
      { hover: (_event, uri) => listener.hovered(uri), leave: () => listener.hovered(null) },
    ),
  );
  silenceAnswers(terminal);
  mendErase(terminal);
  let onGraphicsCard = false;
  return {
    terminal,
    search,
    open(parent) {
      withStrictElements(() => terminal.open(parent));
      onGraphicsCard = drawOnGraphicsCard(terminal, () => {
        onGraphicsCard = false;
        terminal.options.letterSpacing = 0;
      });
    },
    fitting: () => fit.proposeDimensions() ?? null,
    look(changed) {
      Object.assign(terminal.options, optionsOf(changed));
      if (onGraphicsCard) spaceLetters(terminal);
    },
    dispose: () => terminal.dispose(),
  };
}

function optionsOf({ theme, fontSize, screenReader }: EmulatorLook) {
  return { theme: TERMINAL_THEMES[theme], fontSize, screenReaderMode: screenReader };
}

/** Draws with WebGL on a graphics card; xterm.js draws with elements otherwise. */
function drawOnGraphicsCard(terminal: Terminal, lost: () => void): boolean {
  if (!hasGraphicsCard()) return false;
  try {
    const addon = new WebglAddon();
    // A lost context stays black: the elements take over.
    addon.onContextLoss(() => {
      addon.dispose();
      lost();
    });
    terminal.loadAddon(addon);
    spaceLetters(terminal);
    return true;
  } catch {
    return false;
  }
}

/** The font's letters are 0.6 of their height wide, and WebGL cuts that off to whole pixels. */
function spaceLetters({ options }: Terminal): void {
  const width = (options.fontSize ?? 13) * 0.6 * devicePixelRatio;
  options.letterSpacing = width % 1 >= 0.5 ? 1 : 0;
}

/** Waits until the terminal's letters can be measured, though not for long. */
export async function terminalFont(fontSize: number): Promise<void> {
  const family = `${fontSize}px "JetBrains Mono Variable"`;
  const loaded = Promise.all([document.fonts.load(family), document.fonts.load(`bold ${family}`)]);
  const late = new Promise((resolve) => setTimeout(resolve, 1500));
  await Promise.race([loaded, late]).catch(() => {});
}
