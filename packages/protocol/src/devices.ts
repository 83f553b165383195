import * as z from "zod";
import { Time } from "./session.ts";

/** A link that signs one browser in, once. */
export const LoginLink = z.object({ url: z.string(), expires_at: Time });

/** A browser that was signed in. */
export const Device = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Time,
  last_used_at: Time.nullable(),
});
export type Device = z.infer<typeof Device>;

/** A device's own token, shown once. */
export const DeviceToken = z.object({ device: Device, token: z.string() });
