// The direction of every import in the project. A rule's name says what it keeps true.
const daemon = "^packages/daemon/src";
const tests = "\\.test\\.ts$|/support/";
module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "protocol-knows-zod-alone",
      severity: "error",
      from: { path: "^packages/protocol/src", pathNot: tests },
      to: { pathNot: "^packages/protocol/src|node_modules/zod/" },
    },
    {
      name: "client-knows-protocol-alone-and-runs-anywhere",
      severity: "error",
      from: { path: "^packages/client/src", pathNot: tests },
      to: { pathNot: "^packages/(client|protocol)/src|node_modules/zod/" },
    },
    {
      name: "clients-never-import-the-daemon",
      severity: "error",
      from: { path: "^packages/(cli|tui|web|client)/" },
      to: { path: "^packages/daemon/" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: `${daemon}/domain`, pathNot: tests },
      to: { pathNot: `${daemon}/domain|^packages/protocol/src` },
    },
    {
      name: "ports-know-the-domain-alone",
      severity: "error",
      from: { path: `${daemon}/ports`, pathNot: tests },
      to: { pathNot: `${daemon}/(ports|domain)|^packages/protocol/src` },
    },
    {
      name: "app-knows-domain-and-ports",
      severity: "error",
      from: { path: `${daemon}/app`, pathNot: tests },
      to: {
        path: `${daemon}/(adapters|api)|node_modules/|^packages/client`,
        pathNot: "node_modules/zod/",
      },
    },
    {
      name: "app-does-no-io-of-its-own",
      severity: "error",
      from: { path: `${daemon}/app`, pathNot: tests },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?(path|crypto|events)$" },
    },
    {
      name: "api-does-not-touch-adapters",
      severity: "error",
      from: { path: `${daemon}/api`, pathNot: tests },
      to: { path: `${daemon}/adapters` },
    },
    {
      name: "adapters-know-neither-app-nor-api",
      severity: "error",
      from: { path: `${daemon}/adapters`, pathNot: tests },
      to: { path: `${daemon}/(app|api)` },
    },
    {
      name: "adapters-do-not-know-each-other",
      severity: "error",
      from: { path: `${daemon}/adapters/([^/]+)/`, pathNot: tests },
      to: { path: `${daemon}/adapters/([^/]+)/`, pathNot: `${daemon}/adapters/($1|process|fs)/` },
    },
    {
      name: "one-door-to-child-processes",
      severity: "error",
      from: { path: daemon, pathNot: `${daemon}/adapters/process/|${tests}` },
      to: { dependencyTypes: ["core"], path: "^(node:)?child_process$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "default"],
    },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
  },
};
