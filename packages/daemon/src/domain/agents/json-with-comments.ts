/** Parses JSON in which comments and commas at the end are allowed; undefined where it is none. */
export function parseJsonWithComments(text: string): unknown {
  const bare = text.replaceAll(
    /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[\]}])/g,
    (part) => (part.startsWith('"') ? part : ""),
  );
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
