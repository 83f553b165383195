import type { Session } from "@maestro/protocol";
import { sessionName } from "@maestro/protocol";
import { useEffect, useRef } from "react";
import { useDaemon } from "../state/daemon.ts";
import { usePage } from "../state/page-store.ts";
import { rename } from "../state/session-actions.ts";

/** A session's name, to be written anew in its place. Blank clears it. */
export function RenameField({ session }: { readonly session: Session }) {
  const daemon = useDaemon();
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => input.current?.select(), []);
  const finish = (keep: boolean): void => {
    if (done.current) return;
    done.current = true;
    const name = input.current?.value ?? "";
    if (keep && name !== (sessionName(session) ?? "")) void rename(daemon, session.id, name);
    usePage.setState({ renaming: null });
    document.querySelector<HTMLElement>("[data-tree]")?.focus();
  };
  return (
    <input
      ref={input}
      className="rename"
      aria-label="Name of the session"
      defaultValue={sessionName(session) ?? ""}
      maxLength={10_000}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish(true);
        else if (event.key === "Escape") finish(false);
        event.stopPropagation();
      }}
    />
  );
}
