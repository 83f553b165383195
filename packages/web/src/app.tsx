import { useEffect, useState } from "react";
import { dropToken } from "./sign-in/device-token.ts";
import { linkedSession } from "./sign-in/link-code.ts";
import type { SignIn } from "./sign-in/sign-in.ts";
import { SignedOutView } from "./sign-in/signed-out-view.tsx";
import { Workspace } from "./shell/workspace.tsx";
import { useThemeOnDocument } from "./shell/use-theme.ts";
import { type Daemon, DaemonProvider, followDaemon } from "./state/daemon.ts";
import { forgetAll, openSession } from "./state/page-store.ts";

/** The page: signed out it says how to get in, signed in it shows the sessions. */
export function App({ initial }: { readonly initial: SignIn }) {
  const [signIn, setSignIn] = useState(initial);
  const [daemon, setDaemon] = useState<Daemon | null>(null);
  useThemeOnDocument();
  useEffect(() => {
    if (signIn.kind !== "signed-in") return undefined;
    const asked = linkedSession(location.hash);
    if (asked !== null) {
      history.replaceState(null, "", location.pathname);
      openSession(asked);
    }
    const followed = followDaemon(signIn.token.token, () => {
      dropToken();
      forgetAll();
      setSignIn({ kind: "signed-out", why: "ended" });
    });
    setDaemon(followed);
    return () => {
      setDaemon(null);
      followed.close();
    };
  }, [signIn]);
  if (signIn.kind === "signed-out") return <SignedOutView why={signIn.why} />;
  if (daemon === null) return null;
  return (
    <DaemonProvider value={daemon}>
      <Workspace deviceId={signIn.token.deviceId} />
    </DaemonProvider>
  );
}
