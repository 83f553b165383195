import type { ReactNode } from "react";
import { goTo } from "../state/page-store.ts";
import { Icon } from "./icon.tsx";

/** Where a view was come to from, and how to get there again. */
export interface WayBack {
  readonly to: "session" | "sessions" | "worktrees";
  readonly go: () => void;
}

const TO_PANES: WayBack = { to: "sessions", go: () => goTo({ kind: "panes" }) };

/** The line above a view that is no pane, with the way back to the panes. */
export function ViewHeader(props: {
  readonly title: string;
  readonly words?: string;
  /** Where the way back leads; to the panes where left out. */
  readonly back?: WayBack;
  readonly children?: ReactNode;
}) {
  const { back = TO_PANES } = props;
  const words = `Back to the ${back.to}`;
  return (
    <header className="view-header">
      <button
        type="button"
        className="icon-button"
        aria-label={words}
        title={words}
        onClick={back.go}
      >
        <Icon name="back" />
      </button>
      <h2>{props.title}</h2>
      {props.words !== undefined && <p>{props.words}</p>}
      <span className="spacer" />
      {props.children}
    </header>
  );
}
