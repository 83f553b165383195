import type { AgentInfo } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { type Mark, MARK_TITLES } from "../sessions/mark.ts";
import { plainText } from "../sessions/plain-text.ts";
import { Glyph } from "../shell/glyph.tsx";
import { Icon } from "../shell/icon.tsx";
import { useDaemon } from "../state/daemon.ts";
import { showOverlay } from "../state/page-store.ts";
import { usePathWords } from "../state/use-path-words.ts";

const LEGEND: readonly (readonly [Mark, string])[] = [
  ["wait", "It asked; answer to go on"],
  ["active", "Output or CPU, turning"],
  ["dead", "Screen kept until dismissed"],
  ["error", "The agent reported a failure"],
  ["idle", "At its prompt, nothing to do"],
  ["dormant", "Host restarted; can resume"],
];

/** What the page shows before there is any session. */
export function FirstRun() {
  return (
    <div className="first-run">
      <h2>No sessions yet</h2>
      <p className="lead">
        A session is one agent in one terminal, in a worktree of its own if you like. It goes on
        when you close this page.
      </p>
      <Agents />
      <p>
        Or from a terminal: <code>maestro new -C ~/src/project -w fix-1 -- claude</code>
      </p>
      <hr />
      <h3>Solid marks need you. Open marks do not.</h3>
      <ul className="legend">
        {LEGEND.map(([mark, words]) => (
          <li key={mark}>
            <Glyph mark={mark} still />
            <span>{MARK_TITLES[mark]}</span>
            <span className="aside">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Agents() {
  const { api } = useDaemon();
  const paths = usePathWords();
  const [agents, setAgents] = useState<readonly AgentInfo[]>([]);
  useEffect(() => {
    api.listAgents().then(setAgents, () => {});
  }, [api]);
  const found = agents.filter((agent) => agent.installed_at !== null);
  const first = found[0]?.id;
  const all = [...found, ...agents.filter((agent) => agent.installed_at === null)];
  return (
    <ul className="agents">
      {all.map((agent) => (
        <li key={agent.id} className={agent.installed_at === null ? "missing" : ""}>
          <Icon name={agent.installed_at === null ? "dash" : "check"} />
          <strong>{plainText(agent.title, 40)}</strong>
          {agent.installed_at === null ? (
            <span>Not found on this machine</span>
          ) : (
            <code>{paths.short(agent.installed_at, 44)}</code>
          )}
          {agent.installed_at !== null && (
            <button
              type="button"
              className={agent.id === first ? "primary" : "plain"}
              onClick={() => showOverlay({ kind: "new-session", agent: agent.id })}
            >
              {agent.id === first ? `Start with ${plainText(agent.title, 20)}` : "Start"}
            </button>
          )}
        </li>
      ))}
      <li>
        <Icon name="check" />
        <strong>Shell</strong>
        <span>Any command in a terminal that stays</span>
        <button
          type="button"
          className={first === undefined ? "primary" : "plain"}
          onClick={() => showOverlay({ kind: "new-session", agent: "shell" })}
        >
          Start
        </button>
      </li>
    </ul>
  );
}
