import { MaestroError } from "../../domain/maestro-error.ts";
import type { HandlerDeps, Handlers } from "../handlers.ts";
import { deviceToWire, timeToWire } from "../to-wire.ts";

type DeviceCalls = "createLoginLink" | "createDevice" | "listDevices" | "deleteDevice";

/** The calls that sign browsers in and out. */
export function deviceHandlers(deps: HandlerDeps): Pick<Handlers, DeviceCalls> {
  const { access, daemon, sockets } = deps;
  return {
    createLoginLink: () => {
      const url = daemon.url();
      if (url === null) {
        throw new MaestroError(
          "not_found",
          "There is no page to link to: the daemon listens on its Unix socket alone. Give it a port in its configuration and start it again.",
        );
      }
      const { code, expiresAt } = access.createLoginCode();
      // Behind the #: browsers send that part to nobody, so it is in no log and no Referer.
      return { url: `${url}/#link=${code}`, expires_at: timeToWire(expiresAt) };
    },
    createDevice: async ({ body }) => {
      const { device, token } = await access.signIn(body.code, body.name);
      return { device: deviceToWire(device), token };
    },
    listDevices: () => access.devices().map(deviceToWire),
    deleteDevice: async ({ params }) => {
      const signedOut = access.signOut(params.id);
      sockets.endThoseOf(params.id);
      await signedOut;
    },
  };
}
