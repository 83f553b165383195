const PATHS = {
  changes: "M8 2.5v7M4.5 6h7M4.5 13h7",
  split: "M2.5 3.5h11v9h-11zM8 3.5v9",
  power: "M8 2.5v5M5 4.3a5 5 0 1 0 6 0",
  close: "M4 4l8 8M12 4l-8 8",
  branch: "M4.5 5.5v6M4.5 2.5v.01M11.5 4v.01M11.5 5c0 3-7 2-7 4.5",
  tree: "M2.5 3.5h4M4.5 3.5v8h4M4.5 7.5h4M9.5 6h4v3h-4zM9.5 10.5h4v3h-4z",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5 14 14",
  plus: "M8 3v10M3 8h10",
  back: "M10 3 5 8l5 5",
  more: "M3.5 8v.01M8 8v.01M12.5 8v.01",
  check: "M3.5 8.5 6.5 11.5 12.5 4.5",
  dash: "M5 8h6",
  settings: "M3 5h6M12 5h1M3 11h1M7 11h6M10.5 3.5v3M5.5 9.5v3",
  up: "M8 13V3.5M4 7l4-4 4 4",
  down: "M8 3v9.5M4 9l4 4 4-4",
} as const;

/** What icons there are. */
export type IconName = keyof typeof PATHS;

/** A line icon. It says nothing by itself: whoever shows it names the button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
