import type { FastifyInstance } from "fastify";

/** The page at the daemon's address. Nothing inline: the Content-Security-Policy forbids it. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>maestro</title>
  </head>
  <body>
    <main>
      <h1>maestro is running</h1>
      <p>Your sessions are in your terminal:</p>
      <ul>
        <li><code>maestro ls</code> lists them</li>
        <li><code>maestro attach ID</code> shows one</li>
        <li><code>maestro --help</code> tells the rest</li>
      </ul>
    </main>
  </body>
</html>
`;

/** Serves the page. No path reaches the file system: there is no folder behind it. */
export function registerPage(app: FastifyInstance): void {
  app.get("/", { config: { access: "public" } }, (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(PAGE),
  );
}
