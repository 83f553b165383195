/** A text with the letters underlined that a query found. */
export function Marked({ text, at }: { readonly text: string; readonly at: readonly number[] }) {
  if (at.length === 0) return text;
  const found = new Set(at);
  const parts: { readonly text: string; readonly hit: boolean; readonly from: number }[] = [];
  let from = 0;
  for (let end = 1; end <= text.length; end++) {
    if (end < text.length && found.has(end) === found.has(from)) continue;
    parts.push({ text: text.slice(from, end), hit: found.has(from), from });
    from = end;
  }
  return parts.map((part) =>
    part.hit ? <mark key={part.from}>{part.text}</mark> : <span key={part.from}>{part.text}</span>,
  );
}
