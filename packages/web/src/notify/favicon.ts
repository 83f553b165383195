/** The favicon with a number in the colour that asks, or the plain one for zero. */
export function faviconFor(count: number): string {
  if (count === 0) return "/icons/maestro.svg";
  const text = count > 9 ? "9+" : String(count);
  const size = text.length > 1 ? 7 : 9;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14"><rect width="14" height="14" rx="3" fill="#f3b23c"/><text x="7" y="10.4" text-anchor="middle" font-family="monospace" font-weight="700" font-size="${size}" fill="#1b1402">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The title of the page: how many wait, then what is shown. */
export function titleFor(count: number, shown: string | null): string {
  const name = shown === null ? "maestro" : `${shown} · maestro`;
  return count === 0 ? name : `(${count}) ${name}`;
}
