import type { AgentInfo } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";
import { baseName } from "../sessions/path-words.ts";
import { MissingHooks } from "./missing-hooks.tsx";
import type { Program } from "./session-request.ts";

/** Which program the session starts: an agent that is installed here, a shell, or any command. */
export function AgentPicker(props: {
  readonly agents: readonly AgentInfo[];
  readonly program: Program;
  readonly onChange: (program: Program) => void;
}) {
  const { agents, program, onChange } = props;
  const here = agents.filter((agent) => agent.installed_at !== null);
  const missing = agents.filter((agent) => agent.installed_at === null);
  return (
    <fieldset className="program">
      <legend className="label">Agent</legend>
      <div className="program-list">
        {here.map((agent) => (
          <Choice
            key={agent.id}
            title={plainText(agent.title, 30)}
            note={baseName(agent.installed_at ?? "")}
            checked={program.kind === "agent" && program.id === agent.id}
            onChoose={() => onChange({ kind: "agent", id: agent.id })}
          />
        ))}
        <Choice
          title="Shell"
          note="yours"
          checked={program.kind === "shell"}
          onChoose={() => onChange({ kind: "shell" })}
        />
        <Choice
          title="Command"
          note="any"
          checked={program.kind === "command"}
          onChoose={() => onChange({ kind: "command", line: "" })}
        />
        {missing.map((agent) => (
          <Choice
            key={agent.id}
            title={plainText(agent.title, 30)}
            note="not found"
            checked={false}
          />
        ))}
      </div>
      {program.kind === "agent" && (
        <MissingHooks agent={here.find((agent) => agent.id === program.id)} />
      )}
      {program.kind === "command" && (
        <input
          className="mono"
          value={program.line}
          aria-label="Command line"
          placeholder="npm run dev"
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => onChange({ kind: "command", line: target.value })}
        />
      )}
    </fieldset>
  );
}

function Choice(props: {
  readonly title: string;
  readonly note: string;
  readonly checked: boolean;
  readonly onChoose?: () => void;
}) {
  const { title, note, checked, onChoose } = props;
  return (
    <label
      className={`choice${checked ? " selected" : ""}${onChoose === undefined ? " missing" : ""}`}
    >
      <input
        type="radio"
        name="program"
        checked={checked}
        disabled={onChoose === undefined}
        onChange={onChoose ?? (() => {})}
      />
      <strong>{title}</strong>
      <code>{note}</code>
    </label>
  );
}
