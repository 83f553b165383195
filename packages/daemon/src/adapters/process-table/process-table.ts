import type { ProcessTable } from "../../ports/process-table.ts";
import { linuxProcessTable } from "./linux.ts";
import { psProcessTable } from "./ps.ts";

/** The process table of this machine. */
export function createProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  return platform === "linux" ? linuxProcessTable() : psProcessTable();
}
