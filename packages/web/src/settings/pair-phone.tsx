import { isLoopback } from "@maestro/client";
import { useState } from "react";
import { CopyButton } from "../shell/copy-button.tsx";
import { age } from "../sessions/words.ts";
import { useNow } from "../shell/use-now.ts";
import { reportFailure, useDaemon } from "../state/daemon.ts";
import { QrCode } from "./qr-code.tsx";

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

/** A link that signs another browser in, as text and as a picture for a phone's camera. */
export function PairPhone() {
  const { api } = useDaemon();
  const [link, setLink] = useState<Link | null>(null);
  const now = useNow();
  const left = link === null ? 0 : Date.parse(link.expiresAt) - now;
  return (
    <section className="pair">
      <h3>Open on a phone</h3>
      {link === null || left <= 0 ? (
        <p>
          <button
            type="button"
            onClick={() => {
              api
                .createLoginLink()
                .then(
                  ({ url, expires_at: expiresAt }) => setLink({ url: reachable(url), expiresAt }),
                  reportFailure,
                );
            }}
          >
            Show a one-time link
          </button>{" "}
          <span className="aside">It signs one browser in, once.</span>
        </p>
      ) : (
        <div className="pair-link">
          <QrCode text={link.url} />
          <div>
            <p>
              <code>{link.url}</code> <CopyButton text={link.url} />
            </p>
            <p className="aside">Good for one browser, for {age(now, now + left)} more.</p>
            {isLoopback(link.url) && (
              <p>
                This address leads to this machine alone. A phone needs a proxy with TLS in front of
                the daemon, or a tunnel; open maestro there and ask for the link again.
              </p>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** The link by the address that this page was reached at, which may be a proxy's. */
function reachable(url: string): string {
  return location.origin + new URL(url).pathname + new URL(url).hash;
}
