import { changeSettings, usePage } from "../state/page-store.ts";
import { SIDE_WIDTHS } from "../state/settings.ts";

/** The edge of the sidebar, to be moved by pointer or arrows. */
export function SideHandle() {
  const width = usePage((page) => page.settings.sideWidth);
  const set = (wanted: number): void =>
    changeSettings({ sideWidth: Math.min(SIDE_WIDTHS.max, Math.max(SIDE_WIDTHS.min, wanted)) });
  return (
    <div
      className="side-handle"
      role="separator"
      aria-label="Width of the sidebar"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={SIDE_WIDTHS.min}
      aria-valuemax={SIDE_WIDTHS.max}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(event.clientX);
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        event.stopPropagation();
        set(width + (event.key === "ArrowLeft" ? -16 : 16));
      }}
    />
  );
}
