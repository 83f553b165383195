import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { since } from "../output/relative-time.ts";
import { formatTable } from "../output/table.ts";

const COLUMNS = [
  { title: "ID" },
  { title: "NAME", shrinkTo: 10 },
  { title: "SIGNED IN", align: "right", leaveOut: 1 },
  { title: "LAST USED", align: "right", leaveOut: 2 },
] as const;

/** Lists the browsers that are signed in. */
export async function listDevices(context: Context, options: { readonly json?: boolean }) {
  const { api } = await daemonFor(context);
  const devices = await api.listDevices();
  if (options.json === true) return printJson(context, devices);
  if (devices.length === 0) return context.note("No browser is signed in. maestro open");
  const now = context.now();
  const ago = (moment: string | null): string =>
    moment === null ? "never" : `${since(moment, now)} ago`;
  const rows = devices.map((device) => [
    { text: device.id },
    { text: device.name },
    { text: ago(device.created_at) },
    { text: ago(device.last_used_at) },
  ]);
  for (const line of formatTable(COLUMNS, rows, context.width())) context.print(line);
}

/** Signs a browser out, named by its id, a unique beginning of it, or its unique name. */
export async function removeDevice(context: Context, word: string) {
  const { api } = await daemonFor(context);
  const devices = await api.listDevices();
  const exact = devices.filter((device) => device.id === word || device.name === word);
  const found =
    exact.length > 0
      ? exact
      : devices.filter((device) => word !== "" && device.id.startsWith(word));
  const [device] = found;
  if (device === undefined) {
    throw new CliFailure(EXIT.notFound, `No browser is called “${word}”. See: maestro devices`);
  }
  if (found.length > 1) {
    throw new CliFailure(EXIT.notFound, `“${word}” may be any of ${found.length} browsers`);
  }
  await api.deleteDevice({ params: { id: device.id } });
  if (context.interactive) context.note("Signed out.");
}
