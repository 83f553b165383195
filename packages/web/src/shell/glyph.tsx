import { type Mark, MARK_TITLES } from "../sessions/mark.ts";

const SHAPES: Readonly<Record<Mark, React.ReactNode>> = {
  wait: (
    <>
      <rect x="1" y="1" width="12" height="12" rx="2.5" fill="currentColor" />
      <path className="cut" d="M4 4.2 6.8 7 4 9.8" fill="none" strokeWidth="1.7" />
      <path className="cut caret" d="M7.6 9.9H10.4" fill="none" strokeWidth="1.7" />
    </>
  ),
  error: (
    <>
      <path
        d="M7 .1 13.9 7 7 13.9.1 7Z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth=".6"
        strokeLinejoin="round"
      />
      <path className="cut" d="M7 3.6V7.6M7 9.1V10.8" fill="none" strokeWidth="1.8" />
    </>
  ),
  active: (
    <>
      <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path className="hand" d="M7 2A5 5 0 0 1 7 12Z" fill="currentColor" />
    </>
  ),
  idle: <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  dormant: (
    <circle
      cx="7"
      cy="7"
      r="4.7"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2 2.92"
      strokeDashoffset="1"
    />
  ),
  dead: (
    <path
      d="M3.4 3.4 10.6 10.6M10.6 3.4 3.4 10.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
  failed: (
    <>
      <rect
        x="1.7"
        y="1.7"
        width="10.6"
        height="10.6"
        rx="1.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      <path
        d="M4.6 4.6 9.4 9.4M9.4 4.6 4.6 9.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </>
  ),
};

/** The mark of a state. `still` where many stand together. */
export function Glyph({ mark, still = false }: { readonly mark: Mark; readonly still?: boolean }) {
  return (
    <svg
      className={`glyph g-${mark}${still ? " still" : ""}`}
      viewBox="0 0 14 14"
      role="img"
      aria-label={MARK_TITLES[mark]}
    >
      {SHAPES[mark]}
    </svg>
  );
}
