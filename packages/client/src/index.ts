export * from "./api.ts";
export * from "./api-failure.ts";
export * from "./backoff.ts";
export * from "./connection.ts";
export * from "./event-stream.ts";
export * from "./origin-connection.ts";
export * from "./session-view.ts";
export * from "./terminal-stream.ts";
