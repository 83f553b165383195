import { useEffect, useRef, useState } from "react";
import type { Emulator } from "./emulator.ts";
import { Icon } from "../shell/icon.tsx";

/** Finds text in what a terminal still has. */
export function ScrollbackSearch({
  emulator,
  onClose,
}: {
  readonly emulator: Emulator;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    return () => emulator.search.clearDecorations();
  }, [emulator]);
  const find = (wanted: string, direction: "up" | "down", incremental = false): void => {
    const { search } = emulator;
    const done =
      direction === "up"
        ? search.findPrevious(wanted, { incremental })
        : search.findNext(wanted, { incremental });
    setFound(done || wanted === "");
  };
  return (
    <search className="scrollback-search">
      <input
        ref={input}
        value={text}
        placeholder="Search the scrollback"
        aria-label="Search the scrollback"
        onChange={({ target }) => {
          setText(target.value);
          find(target.value, "up", true);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") find(text, event.shiftKey ? "down" : "up");
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
        }}
      />
      <output>{found ? "" : "Nothing found"}</output>
      <button type="button" aria-label="Previous" onClick={() => find(text, "up")}>
        <Icon name="up" />
      </button>
      <button type="button" aria-label="Next" onClick={() => find(text, "down")}>
        <Icon name="down" />
      </button>
      <button type="button" aria-label="Close the search" onClick={onClose}>
        <Icon name="close" />
      </button>
    </search>
  );
}
