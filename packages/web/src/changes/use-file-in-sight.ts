import { type RefObject, useEffect, useState } from "react";

/** A file counts as read from when its header is this near to the upper edge. */
const NEAR = 40;

/** The id of the file that is at the top of what is scrolled; follows `files`, which may grow. */
export function useFileInSight(
  scroller: RefObject<HTMLElement | null>,
  files: readonly unknown[],
): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let asked = 0;
    const look = (): void => {
      asked = 0;
      const edge = element.getBoundingClientRect().top + NEAR;
      const all = [...element.querySelectorAll("[data-file]")];
      const at = all.findLast((file) => file.getBoundingClientRect().top <= edge) ?? all[0];
      setId(at?.id ?? null);
    };
    const lookSoon = (): void => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    look();
    element.addEventListener("scroll", lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(asked);
      element.removeEventListener("scroll", lookSoon);
    };
  }, [scroller, files]);
  return id;
}
