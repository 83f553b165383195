import { spawnSync } from "node:child_process";
import { CANNOT_BE_TOLD } from "./lsof.ts";
import { psProcessTable } from "./ps.ts";
import { describeProcessTable } from "./support/process-table-contract.ts";

const hasLsof = spawnSync("lsof", ["-v"]).error === undefined;

// `ps` shows neither, so the suite expects null directories and descendants alone.
describeProcessTable("ps", psProcessTable(), {
  directories: false,
  environments: false,
  threads: false,
  inhabitants: hasLsof ? null : CANNOT_BE_TOLD,
});
