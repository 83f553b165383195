import { useState } from "react";
import { withCtrl } from "../terminal/control-letter.ts";
import { openTerminal } from "../terminal/open-terminals.ts";

const ARROWS = { "←": "D", "↑": "A", "↓": "B", "→": "C" } as const;
const NAMES = { "←": "Left", "↑": "Up", "↓": "Down", "→": "Right" } as const;

/** Keys that a phone's keyboard does not have, and those that answer most questions. */
export function KeyRow({ id }: { readonly id: string }) {
  const [ctrl, setCtrl] = useState(false);
  const type = (text: string): void => openTerminal(id)?.type(text);
  const hold = (held: boolean): void => {
    setCtrl(held);
    openTerminal(id)?.holdCtrl(held ? () => setCtrl(false) : null);
  };
  const press = (key: string): void => {
    if (!ctrl) return type(key);
    hold(false);
    type(withCtrl(key));
  };
  return (
    <div className="key-rows" role="toolbar" aria-label="Keys">
      <div className="key-row">
        <Key label="Esc" onPress={() => type("\u001b")} />
        <Key label="Tab" onPress={() => type("\t")} />
        <button
          type="button"
          className={ctrl ? "held" : ""}
          aria-pressed={ctrl}
          onPointerDown={keepFocus}
          onClick={() => hold(!ctrl)}
        >
          Ctrl
        </button>
        {(["←", "↑", "↓", "→"] as const).map((arrow) => (
          <Key
            key={arrow}
            label={arrow}
            name={NAMES[arrow]}
            onPress={() => type(arrowKey(id, arrow))}
          />
        ))}
      </div>
      <div className="key-row">
        {["y", "n", "1", "2", "3"].map((key) => (
          <Key key={key} label={key} onPress={() => press(key)} />
        ))}
        <Key label="Enter" onPress={() => type("\r")} />
      </div>
    </div>
  );
}

function Key({
  label,
  name,
  onPress,
}: {
  readonly label: string;
  readonly name?: string;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={name === undefined ? "" : "arrow"}
      aria-label={name}
      onPointerDown={keepFocus}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

/** A press on the row must not send the keyboard away. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}

function arrowKey(id: string, arrow: keyof typeof ARROWS): string {
  const application = openTerminal(id)?.emulator.terminal.modes.applicationCursorKeysMode === true;
  return `\u001b${application ? "O" : "["}${ARROWS[arrow]}`;
}
