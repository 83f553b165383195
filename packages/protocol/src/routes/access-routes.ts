import * as z from "zod";
import { Device, DeviceToken, LoginLink } from "../devices.ts";
import { ById, type Route } from "./route.ts";

/** The calls about who may call. */
export const accessRoutes = {
  createLoginLink: {
    method: "POST",
    path: "/api/login-links",
    summary: "A short-lived link that signs one browser in, once",
    access: "owner",
    status: 201,
    response: LoginLink,
    errors: ["not_found"],
  },
  createDevice: {
    method: "POST",
    path: "/api/devices",
    summary: "Exchange the code of a login link for a token of one's own",
    access: "public",
    status: 201,
    body: z.strictObject({ code: z.string().min(1).max(200), name: z.string().min(1).max(200) }),
    response: DeviceToken,
    errors: ["unauthorized", "io_failed"],
    // Whoever may call without a token may send no more than it takes.
    bodyLimit: 4096,
  },
  listDevices: {
    method: "GET",
    path: "/api/devices",
    summary: "The signed-in browsers",
    access: "owner",
    status: 200,
    response: z.array(Device),
    errors: [],
  },
  deleteDevice: {
    method: "DELETE",
    path: "/api/devices/:id",
    summary: "Sign a browser out",
    access: "owner",
    status: 204,
    params: ById,
    errors: ["not_found", "io_failed"],
  },
} as const satisfies Record<string, Route>;
