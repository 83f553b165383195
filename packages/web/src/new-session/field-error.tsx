/** What is wrong with a field, beside it. git's words stand as git wrote them. */
export function FieldError({
  words,
  verbatim = false,
}: {
  readonly words: string | null;
  readonly verbatim?: boolean;
}) {
  if (words === null) return null;
  return (
    <p className={`field-error${verbatim ? " verbatim" : ""}`} role="alert">
      {words}
    </p>
  );
}
