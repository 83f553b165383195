import type { Session } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { plainText } from "../sessions/plain-text.ts";
import { useDaemon } from "../state/daemon.ts";

const FRAME = /^[\s\u2500-\u259f|+_=*-]*$/;

/** The last line of a screen that says something; frames and rulers do not. */
export function lastWords(screen: string): string {
  const lines = screen.split("\n").map((line) => line.replace(/[\u2500-\u259f]/g, " "));
  return plainText(lines.findLast((line) => !FRAME.test(line)) ?? "", 200);
}

/** What a session asks: in its agent's words, else the last line on its screen. */
export function useQuestion(session: Session): string {
  const { api } = useDaemon();
  const [line, setLine] = useState("");
  const { id, activity_since: since, activity_detail: detail } = session;
  useEffect(() => {
    if (detail !== null) return undefined;
    let current = true;
    // A question is looked up once: a screen that changes is a session that works.
    api.getScreen({ params: { id }, query: {} }).then(
      ({ content }) => current && setLine(lastWords(content)),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [api, id, since, detail]);
  return detail === null ? line : plainText(detail, 500);
}
