import { lazy, Suspense } from "react";
import { CommandBar } from "../command-bar/command-bar.tsx";
import { NewSession } from "../new-session/new-session.tsx";
import { SessionMenu } from "../phone/session-menu.tsx";
import { usePage } from "../state/page-store.ts";
import { EndDialog } from "./end-dialog.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { RefusedEnd } from "./refused-end.tsx";
import { WhyDialog } from "./why-dialog.tsx";

const SettingsDialog = lazy(() => import("../settings/settings-dialog.tsx"));

/** The dialog that is open, if any. */
export function Overlays({ deviceId }: { readonly deviceId: string }) {
  const overlay = usePage((page) => page.overlay);
  switch (overlay?.kind) {
    case undefined:
      return null;
    case "command-bar":
      return <CommandBar />;
    case "new-session":
      return <NewSession directory={overlay.directory} agent={overlay.agent} />;
    case "end":
      return <EndDialog id={overlay.id} />;
    case "refused-end":
      return <RefusedEnd id={overlay.id} work={overlay.work} />;
    case "session-menu":
      return <SessionMenu id={overlay.id} />;
    case "why":
      return <WhyDialog id={overlay.id} />;
    case "open-link":
      return <LinkDialog uri={overlay.uri} />;
    case "keys":
      return <KeysDialog />;
    case "settings":
      break;
  }
  return (
    <Suspense fallback={null}>
      <SettingsDialog deviceId={deviceId} />
    </Suspense>
  );
}
