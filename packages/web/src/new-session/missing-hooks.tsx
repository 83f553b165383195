import type { AgentInfo } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";
import { CopyButton } from "../shell/copy-button.tsx";

/** What makes an agent tell more, where the file that does so is the person's own. */
export function MissingHooks({ agent }: { readonly agent: AgentInfo | undefined }) {
  if (agent?.hooks !== "missing") return null;
  const command = `maestro hooks install ${plainText(agent.id, 30)}`;
  return (
    <p className="missing-hooks">
      <span>{plainText(agent.title, 30)} tells more after</span>{" "}
      <span className="command">
        <code>{command}</code> <CopyButton text={command} />
      </span>
    </p>
  );
}
