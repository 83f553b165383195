import { useLayoutEffect, useRef } from "react";

/** Rows stand at a height of their own, for only some of them are there. */
export function usePlaced(top: number) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current !== null) element.current.style.transform = `translateY(${top}px)`;
  }, [top]);
  return element;
}
