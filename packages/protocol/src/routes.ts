import { accessRoutes } from "./routes/access-routes.ts";
import { attentionRoutes } from "./routes/attention-routes.ts";
import { daemonRoutes } from "./routes/daemon-routes.ts";
import { sessionRoutes } from "./routes/session-routes.ts";
import { worktreeRoutes } from "./routes/worktree-routes.ts";

/** Every HTTP call of the API. */
export const routes = {
  ...daemonRoutes,
  ...sessionRoutes,
  ...attentionRoutes,
  ...worktreeRoutes,
  ...accessRoutes,
} as const;

/** All calls by their names, as types. */
export type Routes = typeof routes;
