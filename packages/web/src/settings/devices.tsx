import type { Device } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { plainText } from "../sessions/plain-text.ts";
import { age } from "../sessions/words.ts";
import { useNow } from "../shell/use-now.ts";
import { reportFailure, useDaemon } from "../state/daemon.ts";

/** The signed-in browsers, each to be signed out. */
export function Devices({ deviceId }: { readonly deviceId: string }) {
  const { api } = useDaemon();
  const now = useNow();
  const [devices, setDevices] = useState<readonly Device[] | null>(null);
  useEffect(() => {
    api.listDevices().then(setDevices, reportFailure);
  }, [api]);
  return (
    <section className="devices">
      <h3>Signed-in browsers</h3>
      <ul>
        {(devices ?? []).map((device) => (
          <li key={device.id}>
            <span>
              <bdi>{plainText(device.name, 60)}</bdi>
              {device.id === deviceId && <strong> this one</strong>}
            </span>
            <span className="aside">
              {device.last_used_at === null
                ? "never used"
                : `used ${age(device.last_used_at, now)} ago`}
            </span>
            <button
              type="button"
              className="plain"
              onClick={() => {
                api
                  .deleteDevice({ params: { id: device.id } })
                  .then(
                    () => setDevices((list) => list?.filter(({ id }) => id !== device.id) ?? null),
                    reportFailure,
                  );
              }}
            >
              Sign out
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
