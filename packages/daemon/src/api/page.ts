import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type PageFile, pageFile } from "./page-files.ts";

/** What stands at the daemon's address where the page was not built. */
const WITHOUT_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>maestro</title>
  </head>
  <body>
    <main>
      <h1>maestro is running</h1>
      <p>Its page was not built. Your sessions are in your terminal:</p>
      <ul>
        <li><code>maestro ls</code> lists them</li>
        <li><code>maestro attach ID</code> shows one</li>
        <li><code>maestro --help</code> tells the rest</li>
      </ul>
    </main>
  </body>
</html>
`;

/**
 * What the page may do: load its own files and speak to its own daemon. Nothing inline, no other
 * origin. `data:` pictures are the favicon with a number in it, which the page draws itself.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

/** Serves the page's files, each at its one address; no path reaches the file system. */
export function registerPage(app: FastifyInstance, files: readonly PageFile[]): void {
  const all = files.some((file) => file.path === "/")
    ? files
    : [pageFile("/", "text/html; charset=utf-8", Buffer.from(WITHOUT_PAGE))];
  for (const file of all) {
    app.get(file.path, { config: { access: "public" } }, (request, reply) =>
      answer(file, request, reply),
    );
  }
}

async function answer(file: PageFile, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    "content-security-policy": POLICY,
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: "accept-encoding",
  });
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  reply.type(file.type);
  const smaller = acceptsGzip(request.headers["accept-encoding"]) ? await file.compressed() : null;
  if (smaller === null) return reply.send(file.bytes);
  return reply.header("content-encoding", "gzip").send(smaller);
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(^|,)\s*gzip\s*(,|$|;\s*q=(1|0\.[0-9]*[1-9]))/.test(String(header ?? ""));
}
