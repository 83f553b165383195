import { useState } from "react";
import { copyText } from "./copy-text.ts";

/** Copies a text and says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <button
      type="button"
      className="plain copy"
      onClick={() => void copyText(text).then(setCopied)}
    >
      {copied === null ? "Copy" : copied ? "Copied" : "Not copied"}
    </button>
  );
}
