import { lazy, Suspense, useEffect } from "react";
import { Overlays } from "../dialogs/overlays.tsx";
import { usePageKeys } from "../keyboard/use-page-keys.ts";
import { useAttention } from "../notify/use-attention.ts";
import { PaneGrid } from "../panes/pane-grid.tsx";
import { PhoneShell } from "../phone/phone-shell.tsx";
import { notify, usePage } from "../state/page-store.ts";
import { Icon } from "./icon.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StatusLine } from "./status-line.tsx";
import { Strip } from "./strip.tsx";
import { usePhone } from "./use-phone.ts";

const Overview = lazy(() => import("../overview/overview.tsx"));
const Retained = lazy(() => import("../retained/retained.tsx"));
const Changes = lazy(() => import("../changes/changes.tsx"));

/** Everything that a signed-in page shows. */
export function Workspace({ deviceId }: { readonly deviceId: string }) {
  const phone = usePhone();
  const sideWidth = usePage((page) => page.settings.sideWidth);
  usePageKeys();
  useAttention();
  useEffect(() => {
    document.documentElement.style.setProperty("--w-side", `${sideWidth}px`);
  }, [sideWidth]);
  return (
    <>
      {phone ? (
        <PhoneShell content={<PlaceView />} />
      ) : (
        <div className="workspace">
          <Strip />
          <Sidebar />
          <PlaceView />
          <StatusLine />
        </div>
      )}
      <NoticeBar />
      <Overlays deviceId={deviceId} />
    </>
  );
}

function PlaceView() {
  const place = usePage((page) => page.place);
  // The panes stay where they are, so that coming back does not attach anew.
  return (
    <main className={`place at-${place.kind}`}>
      <PaneGrid />
      <Suspense fallback={null}>
        {place.kind === "overview" && <Overview />}
        {place.kind === "retained" && <Retained />}
        {place.kind === "changes" && (
          <Changes key={place.id} of={{ kind: "session", id: place.id }} />
        )}
        {place.kind === "tree-changes" && (
          <Changes key={place.path} of={{ kind: "tree", path: place.path }} />
        )}
      </Suspense>
    </main>
  );
}

function NoticeBar() {
  const notice = usePage((page) => page.notice);
  if (notice === null) return null;
  return (
    <div className="notice" role="alert">
      <p>{notice.text}</p>
      <button type="button" className="icon-button" aria-label="Close" onClick={() => notify(null)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
