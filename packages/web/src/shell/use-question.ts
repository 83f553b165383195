import type { Session } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { lastWords } from "../sessions/last-words.ts";
import { plainText } from "../sessions/plain-text.ts";
import { useDaemon } from "../state/daemon.ts";

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
