/** The code of a one-time link in an address's fragment, or null. */
export function linkCode(fragment: string): string | null {
  const code = new URLSearchParams(fragment.replace(/^#/, "")).get("link");
  return code === null || code === "" ? null : code;
}

/** The session that an address's fragment asks to open, or null. */
export function linkedSession(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("session");
}
