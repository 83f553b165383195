import type { ReactNode } from "react";
import { goTo } from "../state/page-store.ts";
import { Icon } from "./icon.tsx";

/** The line above a view that is no pane, with the way back to the panes. */
export function ViewHeader(props: {
  readonly title: string;
  readonly words?: string;
  readonly children?: ReactNode;
}) {
  return (
    <header className="view-header">
      <button
        type="button"
        className="icon-button"
        aria-label="Back to the sessions"
        title="Back to the sessions"
        onClick={() => goTo({ kind: "panes" })}
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
