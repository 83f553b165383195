import type { Session } from "@maestro/protocol";
import { useState } from "react";
import { programOf } from "../sessions/words.ts";
import { useDaemon } from "../state/daemon.ts";
import { sendMessage } from "./send-text.ts";

/** Text that is typed and submitted as one. Sent empty, it is Enter. */
export function MessageBox({ session }: { readonly session: Session }) {
  const daemon = useDaemon();
  const [text, setText] = useState("");
  const [sending, setSending] = useState(false);
  const words = `Message ${programOf(session)}`;
  return (
    <form
      className="message-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (sending) return;
        setSending(true);
        void sendMessage(daemon, session.id, text).then((arrived) => {
          setSending(false);
          // What did not arrive stays, to be sent again.
          if (arrived) setText("");
        });
      }}
    >
      <textarea
        rows={1}
        value={text}
        aria-label={words}
        placeholder={words}
        enterKeyHint="send"
        autoCapitalize="sentences"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" className="primary" disabled={sending}>
        Send
      </button>
    </form>
  );
}
