import { join } from "node:path";
import { AGENT_LABEL, AGENT_MARK, launchdAgent } from "./launchd-agent.ts";
import type { ServiceFacts } from "./service-facts.ts";
import { systemdUnit, UNIT_MARK } from "./systemd-unit.ts";

/** A command line, as a list. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** The part of the system that keeps a user's services, and how it is spoken to. */
export interface Supervisor {
  readonly name: "systemd" | "launchd";
  /** The file that `install` writes. */
  readonly file: string;
  /** A link that `enable` makes to the file, where it makes one. */
  readonly link: string | null;
  readonly mark: string;
  /** Succeeds where the supervisor can be spoken to. */
  readonly probe: CommandLine;
  /** Succeeds where the service runs now. */
  readonly isActive: CommandLine;
  readonly start: readonly CommandLine[];
  /** Instead of `start`, where the service runs by an older file. */
  readonly restart: readonly CommandLine[];
  readonly stop: readonly CommandLine[];
  /** What makes it forget a removed file. */
  readonly forget: readonly CommandLine[];
  text(facts: ServiceFacts): string;
}

/** Who a service is for. */
export interface ServiceUser {
  readonly home: string;
  readonly uid: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The supervisor of a platform, or null where maestro knows none. */
export function supervisorOf(platform: string, user: ServiceUser): Supervisor | null {
  if (platform === "linux") return systemd(user);
  return platform === "darwin" ? launchd(user) : null;
}

function systemd({ home, env }: ServiceUser): Supervisor {
  const config = env["XDG_CONFIG_HOME"];
  const units = join(
    config?.startsWith("/") === true ? config : join(home, ".config"),
    "systemd/user",
  );
  const systemctl = (...args: string[]): CommandLine => ["systemctl", "--user", ...args];
  return {
    name: "systemd",
    file: join(units, "maestro.service"),
    link: join(units, "default.target.wants", "maestro.service"),
    mark: UNIT_MARK,
    probe: systemctl("show", "--property=Version"),
    isActive: systemctl("is-active", "--quiet", "maestro"),
    start: [systemctl("daemon-reload"), systemctl("enable", "--now", "maestro")],
    restart: [
      systemctl("daemon-reload"),
      systemctl("enable", "maestro"),
      systemctl("restart", "maestro"),
    ],
    stop: [systemctl("disable", "--now", "maestro")],
    forget: [systemctl("daemon-reload")],
    text: systemdUnit,
  };
}

function launchd({ home, uid }: ServiceUser): Supervisor {
  const file = join(home, "Library/LaunchAgents", `${AGENT_LABEL}.plist`);
  const domain = `gui/${uid}`;
  const bootout: CommandLine = ["launchctl", "bootout", `${domain}/${AGENT_LABEL}`];
  const bootstrap: CommandLine = ["launchctl", "bootstrap", domain, file];
  return {
    name: "launchd",
    file,
    link: null,
    mark: AGENT_MARK,
    probe: ["launchctl", "print", domain],
    isActive: ["launchctl", "print", `${domain}/${AGENT_LABEL}`],
    start: [bootstrap],
    restart: [bootout, bootstrap],
    stop: [bootout],
    forget: [],
    text: launchdAgent,
  };
}
