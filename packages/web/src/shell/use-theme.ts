import { useEffect, useSyncExternalStore } from "react";
import { usePage } from "../state/page-store.ts";

const light = matchMedia("(prefers-color-scheme: light)");

function subscribe(listener: () => void): () => void {
  light.addEventListener("change", listener);
  return () => light.removeEventListener("change", listener);
}

/** The theme that is shown: the chosen one, else the system's. */
export function useTheme(): "dark" | "light" {
  const chosen = usePage((page) => page.settings.theme);
  const systemIsLight = useSyncExternalStore(subscribe, () => light.matches);
  if (chosen !== "system") return chosen;
  return systemIsLight ? "light" : "dark";
}

/** Puts the theme on the document, and its colour on the browser's own bar. */
export function useThemeOnDocument(): void {
  const theme = useTheme();
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    const chrome = getComputedStyle(document.documentElement).getPropertyValue("--c-chrome");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", chrome.trim());
  }, [theme]);
}
