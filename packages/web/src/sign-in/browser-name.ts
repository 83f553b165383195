const BROWSERS = [
  ["Edge", /\bEdg\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\bFirefox\//],
  ["Chrome", /Chrom(?:e|ium)\//],
  ["Safari", /\bSafari\//],
] as const;

const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** What a person would call this browser in a list of devices: "Firefox on Linux". */
export function browserName(userAgent: string): string {
  const first = (list: readonly (readonly [string, RegExp])[]): string | undefined =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return `${first(BROWSERS) ?? "Browser"} on ${first(SYSTEMS) ?? "another system"}`;
}
