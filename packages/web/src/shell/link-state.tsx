import { useDaemon } from "../state/daemon.ts";
import { usePage } from "../state/page-store.ts";
import { useNow } from "./use-now.ts";

/** How the page stands with the daemon, in words. */
export function LinkState() {
  const link = usePage((page) => page.link);
  if (link.kind === "lost") return <Lost nextTryAt={link.nextTryAt} />;
  return (
    <span className={`link ${link.kind}`} role="status">
      {link.kind === "open" ? "Connected" : "Connecting"}
    </span>
  );
}

function Lost({ nextTryAt }: { readonly nextTryAt: number }) {
  const { retryNow } = useDaemon();
  const seconds = Math.max(0, Math.ceil((nextTryAt - useNow()) / 1000));
  return (
    <span className="link lost">
      <span role="status">Connection lost. Sessions go on; keys are not sent.</span>
      <span>{seconds > 0 ? `Next try in ${seconds} s` : "Trying now"}</span>
      <button type="button" className="plain" onClick={retryNow}>
        Try now
      </button>
    </span>
  );
}
