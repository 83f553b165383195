/** Whether a URL leads to the machine that opens it, and to no other. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(new URL(url).host);
}
