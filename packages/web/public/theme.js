// Runs before the first paint, so that a light page does not begin dark.
{
  let chosen = "system";
  try {
    chosen = JSON.parse(localStorage.getItem("maestro.settings") ?? "{}").theme ?? "system";
  } catch {
    // Storage that cannot be read is as good as none.
  }
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme =
    chosen === "dark" || chosen === "light" ? chosen : light ? "light" : "dark";
}
