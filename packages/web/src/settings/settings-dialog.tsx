import { useState } from "react";
import { Dialog } from "../dialogs/dialog.tsx";
import { askForNotifications } from "../notify/show-notification.ts";
import { changeSettings, notify, showOverlay, usePage } from "../state/page-store.ts";
import { FONT_SIZES, type Settings } from "../state/settings.ts";
import { Devices } from "./devices.tsx";
import { PairPhone } from "./pair-phone.tsx";

/** What this browser may be told, and the browsers that are signed in. */
export default function SettingsDialog({ deviceId }: { readonly deviceId: string }) {
  const settings = usePage((page) => page.settings);
  const [refused, setRefused] = useState(false);
  return (
    <Dialog title="Settings" className="settings">
      <div className="settings-grid">
        <Choice
          title="Theme"
          value={settings.theme}
          options={["system", "dark", "light"]}
          onChoose={(theme) => changeSettings({ theme })}
        />
        <Choice
          title="Rows"
          value={settings.rows}
          options={["auto", "two-line", "single-line"]}
          onChoose={(rows) => changeSettings({ rows })}
        />
        <label className="setting">
          <span>Terminal font</span>
          <input
            type="number"
            min={FONT_SIZES.min}
            max={FONT_SIZES.max}
            value={settings.fontSize}
            onChange={({ target }) => {
              const fontSize = target.valueAsNumber;
              if (fontSize >= FONT_SIZES.min && fontSize <= FONT_SIZES.max)
                changeSettings({ fontSize });
            }}
          />
        </label>
        <label className="setting">
          <span>Screen-reader mode of the terminal</span>
          <input
            type="checkbox"
            role="switch"
            checked={settings.screenReader}
            onChange={({ target }) => changeSettings({ screenReader: target.checked })}
          />
        </label>
        <label className="setting">
          <span>Notifications when a session needs you</span>
          <input
            type="checkbox"
            role="switch"
            checked={settings.notifications}
            onChange={({ target }) => {
              if (!target.checked) return changeSettings({ notifications: false });
              askForNotifications().then(
                (granted) => {
                  setRefused(!granted);
                  changeSettings({ notifications: granted });
                },
                () => notify("This browser has no notifications."),
              );
            }}
          />
        </label>
        {refused && <p className="err">The browser does not allow this page notifications.</p>}
      </div>
      <PairPhone />
      <Devices deviceId={deviceId} />
      <footer>
        <span className="spacer" />
        <button type="button" className="primary" data-focus="" onClick={() => showOverlay(null)}>
          Close <kbd className="bare">Esc</kbd>
        </button>
      </footer>
    </Dialog>
  );
}

function Choice<T extends Settings["theme"] | Settings["rows"]>(props: {
  readonly title: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly onChoose: (value: T) => void;
}) {
  const { title, value, options, onChoose } = props;
  return (
    <label className="setting">
      <span>{title}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value as T)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}
