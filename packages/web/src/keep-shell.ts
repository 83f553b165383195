/** Has the browser keep the page's own files, so that it opens while the daemon is away. */
export function keepShell(): void {
  // Only a secure context has workers, and the development server has none to offer.
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.register("/shell-worker.js").catch(() => {
    // The page works the same without it.
  });
}
