import { linuxProcessTable } from "./linux.ts";
import { describeProcessTable } from "./support/process-table-contract.ts";

const sight = { directories: true, environments: true, threads: true, inhabitants: null };

describeProcessTable("/proc", linuxProcessTable(), sight);
describeProcessTable(
  "/proc of a kernel without child lists",
  linuxProcessTable({ listsChildren: false }),
  sight,
);
