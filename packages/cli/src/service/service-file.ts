import { lstat, readFile, readlink, realpath, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Supervisor } from "./supervisor.ts";

/** What stands where the service's file belongs. `foreign`: somebody else's, not ours to touch. */
export type ServiceFile =
  | { readonly kind: "absent" }
  | { readonly kind: "ours"; readonly text: string }
  | { readonly kind: "foreign" };

/** Reads the service's file. */
export async function readServiceFile({ file, mark }: Supervisor): Promise<ServiceFile> {
  const found = await lstat(file).catch(() => null);
  if (found === null) return { kind: "absent" };
  // A link is how systemd masks a unit, or how somebody keeps their own elsewhere.
  if (!found.isFile()) return { kind: "foreign" };
  const text = await readFile(file, "utf8");
  return text.split("\n").includes(mark) ? { kind: "ours", text } : { kind: "foreign" };
}

/** True where the service starts by itself: on systemd that is a link to our file. */
export async function isEnabled({ file, link }: Supervisor): Promise<boolean> {
  if (link === null) return (await lstat(file).catch(() => null)) !== null;
  const target = await readlink(link).catch(() => null);
  if (target === null) return false;
  const real = (path: string): Promise<string> => realpath(path).catch(() => path);
  const [to, ours] = await Promise.all([real(resolve(dirname(link), target)), real(file)]);
  return to === ours;
}

/** Removes the file, and the link that starts it by itself where that is to our file. */
export async function removeServiceFile(supervisor: Supervisor): Promise<void> {
  const { file, link } = supervisor;
  if (link !== null && (await isEnabled(supervisor))) await rm(link);
  await rm(file);
}
