import { type ReactNode, useEffect } from "react";
import { usePage } from "../state/page-store.ts";
import { PhoneList } from "./phone-list.tsx";
import { PhonePane } from "./phone-pane.tsx";

/** The page on a phone: a list, and a session over it. */
export function PhoneShell({ content }: { readonly content: ReactNode }) {
  const place = usePage((page) => page.place);
  const shows = usePage((page) => page.phoneShowsPane);
  const session = usePage((page) =>
    page.view.sessions.get(page.layout.ids[page.layout.focused] ?? ""),
  );
  useHeightInSight();
  if (place.kind === "panes" && shows && session !== undefined) {
    return <PhonePane session={session}>{content}</PhonePane>;
  }
  return <PhoneList>{place.kind === "panes" ? null : content}</PhoneList>;
}

/** The keyboard covers a page on some phones instead of making room: then the page makes it. */
function useHeightInSight(): void {
  useEffect(() => {
    const sight = window.visualViewport;
    if (sight === null) return undefined;
    const set = (): void =>
      document.documentElement.style.setProperty("--height-in-sight", `${sight.height}px`);
    set();
    sight.addEventListener("resize", set);
    return () => {
      sight.removeEventListener("resize", set);
      document.documentElement.style.removeProperty("--height-in-sight");
    };
  }, []);
}
