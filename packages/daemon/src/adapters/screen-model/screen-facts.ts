import type { ScreenFacts } from "../../ports/screen-models.ts";
import type { Core } from "./xterm-internals.ts";
import { screenText } from "./screen-text.ts";

/** What the screen shows now, for somebody who wants to know what its program is doing. */
export function screenFacts(core: Core): ScreenFacts {
  const { lines, title } = screenText(core, 0);
  const end = lines.findLastIndex((line) => line !== "") + 1;
  const { bracketedPasteMode, applicationCursorKeys } = core.coreService.decPrivateModes;
  const interactive =
    bracketedPasteMode ||
    applicationCursorKeys ||
    core.buffers.active === core.buffers.alt ||
    core.coreMouseService.activeProtocol !== "NONE";
  return { title, lines: lines.slice(0, end), interactive };
}

/** Whether two looks at a screen show a person the same. */
export function showTheSame(a: ScreenFacts, b: ScreenFacts): boolean {
  return (
    a.title === b.title &&
    a.interactive === b.interactive &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, at) => line === b.lines[at])
  );
}
