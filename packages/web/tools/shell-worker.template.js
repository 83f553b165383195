// Keeps the page's own files, so that it opens without a network and says that the daemon is away.
// Never an answer of the API: what it shows of sessions is always the daemon's word.
const CACHE = `maestro-shell-${__VERSION__}`;
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    // The network first: a daemon that was upgraded serves a newer page.
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

// A tap on a notification brings the page to the front, at the session that it speaks of.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const id = event.notification.tag;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async (windows) => {
      const page = windows[0];
      if (page === undefined) {
        await self.clients.openWindow(`/#session=${id}`);
        return;
      }
      await page.focus();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client, no window
      page.postMessage({ type: "open-session", id });
    }),
  );
});
