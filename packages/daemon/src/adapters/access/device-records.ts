import { join } from "node:path";
import * as z from "zod";
import type { DeviceRecord } from "../../ports/device-record.ts";
import type { Log } from "../../ports/log.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { recordDirectory } from "../fs/record-directory.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const OnDisk = z.object({
  id: z.string(),
  name: z.string(),
  token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
});

/** The signed-in devices in `devices/` of the state directory; their tokens are there as hashes. */
export function deviceRecords(stateDir: string, log: Log): RecordStore<DeviceRecord> {
  return recordDirectory<DeviceRecord>(
    join(stateDir, "devices"),
    {
      noun: "device record",
      keyOf: (device) => device.id,
      isKey: (key) => UUID.test(key),
      encode: (device): z.input<typeof OnDisk> => ({
        id: device.id,
        name: device.name,
        token_sha256: device.tokenHash,
        created_at: device.createdAt,
        last_used_at: device.lastUsedAt,
      }),
      decode(value, key) {
        const found = OnDisk.parse(value);
        if (found.id !== key) throw new Error("the id in the record is not its file's");
        return {
          id: found.id,
          name: found.name,
          tokenHash: found.token_sha256,
          createdAt: found.created_at,
          lastUsedAt: found.last_used_at,
        };
      },
    },
    log,
  );
}
