import { psProcessTable } from "./ps.ts";
import { describeProcessTable } from "./support/process-table-contract.ts";

// `ps` shows neither, so the suite expects null directories and descendants alone.
describeProcessTable("ps", psProcessTable(), { directories: false, environments: false });
