import type { ReactNode } from "react";
import { goTo, type Place } from "../state/page-store.ts";
import { Icon } from "./icon.tsx";

/** The line above a view that is no pane, with the way back to the panes. */
export function ViewHeader(props: {
  readonly title: string;
  readonly words?: string;
  /** Where the way back leads; to the panes where left out. */
  readonly back?: Place;
  readonly children?: ReactNode;
}) {
  const { back = { kind: "panes" } } = props;
  const words = back.kind === "retained" ? "Back to the worktrees" : "Back to the sessions";
  return (
    <header className="view-header">
      <button
        type="button"
        className="icon-button"
        aria-label={words}
        title={words}
        onClick={() => goTo(back)}
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
