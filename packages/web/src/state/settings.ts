/** What a person chose for this browser. */
export interface Settings {
  readonly theme: "system" | "dark" | "light";
  readonly fontSize: number;
  readonly rows: "auto" | "two-line" | "single-line";
  readonly screenReader: boolean;
  readonly notifications: boolean;
  readonly sideWidth: number;
}

/** The key is also read by `public/theme.js`, before anything is drawn. */
/** Where a browser keeps them. */
export const SETTINGS_KEY = "maestro.settings";

/** What terminals may be written in, in pixels. */
export const FONT_SIZES = { min: 9, max: 24 } as const;
/** How wide the sidebar may be drawn, in pixels. */
export const SIDE_WIDTHS = { min: 240, max: 420 } as const;

const DEFAULTS: Settings = {
  theme: "system",
  fontSize: 13,
  rows: "auto",
  screenReader: false,
  notifications: false,
  sideWidth: 304,
};

/** The stored settings; whatever does not fit is as if it were not there. */
export function readSettings(storage: Pick<Storage, "getItem">): Settings {
  let stored: Record<string, unknown> = {};
  try {
    const json: unknown = JSON.parse(storage.getItem(SETTINGS_KEY) ?? "{}");
    if (typeof json === "object" && json !== null) stored = { ...json };
  } catch {
    return DEFAULTS;
  }
  const one = <T>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.includes(stored[key] as T) ? (stored[key] as T) : otherwise;
  return {
    theme: one("theme", ["system", "dark", "light"], DEFAULTS.theme),
    fontSize: within(stored["fontSize"], FONT_SIZES, DEFAULTS.fontSize),
    rows: one("rows", ["auto", "two-line", "single-line"], DEFAULTS.rows),
    screenReader: one("screenReader", [true, false], DEFAULTS.screenReader),
    notifications: one("notifications", [true, false], DEFAULTS.notifications),
    sideWidth: within(stored["sideWidth"], SIDE_WIDTHS, DEFAULTS.sideWidth),
  };
}

/** Keeps them for the next visit. */
export function writeSettings(storage: Pick<Storage, "setItem">, settings: Settings): void {
  try {
    storage.setItem(SETTINGS_KEY, JSON.stringify(settings));
  } catch {
    // A full or forbidden storage costs the next visit its settings, and nothing now.
  }
}

function within(value: unknown, bounds: { min: number; max: number }, otherwise: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return otherwise;
  return Math.min(bounds.max, Math.max(bounds.min, Math.round(value)));
}
